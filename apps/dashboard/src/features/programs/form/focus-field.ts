import type { FormErrors } from '@mantine/form';
import type { ProgramFields } from './program-values.ts';

/** Moves to a field by its name. */
export function focusField({ getInputNode }: ProgramFields, name: string): void {
  const field = getInputNode(name);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** Moves to the first field in error, as the page shows them. */
export function focusFirst(form: ProgramFields, errors: FormErrors): void {
  const places = Object.keys(errors).flatMap((name) => {
    const field = form.getInputNode(name);
    return field ? [{ name, field }] : [];
  });
  const [first] = places.sort(({ field }, other) =>
    field.compareDocumentPosition(other.field) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  if (first) focusField(form, first.name);
}
