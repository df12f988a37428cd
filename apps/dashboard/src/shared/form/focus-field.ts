import type { FormErrors } from '@mantine/form';

/** A form as far as its fields are looked for. */
type Fields = { getInputNode: (name: string) => HTMLElement | null };

const CONTROLS = 'input, textarea, select, button';

/** Moves to a field by its name. */
export function focusField({ getInputNode }: Fields, name: string): void {
  const node = getInputNode(name);
  // The name of a group of choices is on the group.
  const field = node?.matches(CONTROLS) ? node : node?.querySelector<HTMLElement>(CONTROLS);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** Moves to the first field in error, as the page shows them. */
export function focusFirst(form: Fields, errors: FormErrors): void {
  const places = Object.keys(errors).flatMap((name) => {
    const node = form.getInputNode(name);
    return node ? [{ name, node }] : [];
  });
  const [first] = places.sort(({ node }, other) =>
    node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  if (first) focusField(form, first.name);
}
