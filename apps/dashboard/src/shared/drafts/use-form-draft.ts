import { useDraft } from './use-draft.ts';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The draft of a form whose fields are its values: `input` is for `useForm`, which begins with what was left and
 * has what differs from `saved` kept.
 *
 * @param secret Fields that are never kept.
 */
export function useFormDraft<Values extends object>(
  form: string,
  saved: Values,
  secret: readonly (keyof Values & string)[] = [],
) {
  const { found, keep } = useDraft<Partial<Values>>(form);
  const onValuesChange = (typed: Values) => {
    const changed = Object.entries(typed).filter(
      ([name, value]) => !same(value, saved[name as keyof Values]) && !secret.some((field) => field === name),
    );
    keep(Object.fromEntries(changed) as Partial<Values>);
  };
  return { input: { initialValues: { ...saved, ...found }, onValuesChange }, forget: () => keep(null) };
}
