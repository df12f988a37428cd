/** Lowercases the first letter, except in abbreviations such as «ИНН». */
const lowercaseFirst = (label: string) =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** Lists changed fields by their labels for a sentence: «почта, ИНН». A field without a label keeps its name. */
export const formatChangedFields = (fields: readonly string[], labels: Readonly<Record<string, string>>) =>
  fields.map((field) => lowercaseFirst(labels[field] ?? field)).join(', ');
