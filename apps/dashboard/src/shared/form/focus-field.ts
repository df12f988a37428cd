import type { FormErrors } from '@mantine/form';

/** The part of a Mantine form that finds its fields. */
type FormFields = { getInputNode: (name: string) => HTMLElement | null };

const CONTROLS = 'input, textarea, select, button';

/** Focuses a form field by name and scrolls it into view. */
export function focusField({ getInputNode }: FormFields, name: string): void {
  const node = getInputNode(name);
  // For a group of options, the name is on the group element.
  const field = node?.matches(CONTROLS) ? node : node?.querySelector<HTMLElement>(CONTROLS);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** Focuses the first invalid field in page order. */
export function focusFirstError(form: FormFields, errors: FormErrors): void {
  const places = Object.keys(errors).flatMap((name) => {
    const node = form.getInputNode(name);
    return node ? [{ name, node }] : [];
  });
  const [first] = places.sort(({ node }, other) =>
    node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  if (first) focusField(form, first.name);
}
