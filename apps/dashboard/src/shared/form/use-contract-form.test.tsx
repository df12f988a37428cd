import { AuthProvider } from '@referral-dashboard/react-auth';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { signIn } from '../../testing/data/people.ts';
import { createTestAuth } from '../../testing/harness.ts';
import { ApiFailure } from '../api/failure.ts';
import { useContractForm } from './use-contract-form.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'Это поле не может быть пустым.'),
  note: z.string().max(5, 'Не больше 5.'),
  version: z.int('Введите целое число.'),
});
const BLANK = { name: '', note: '' };
const send = vi.fn(async (_: z.output<typeof schema>) => {});

type Options = Partial<Parameters<typeof useContractForm<typeof BLANK, typeof schema>>[0]>;

function renderForm(options: Options = {}) {
  const { auth } = createTestAuth();
  return renderHook(
    (overrides: Options) =>
      useContractForm({
        schema,
        saved: BLANK,
        bodyOf: (values) => ({ ...values, version: 1 }),
        failureTitle: 'Не сохранено',
        send,
        ...options,
        ...overrides,
      }),
    {
      initialProps: {},
      wrapper: ({ children }) => <AuthProvider auth={auth}>{children}</AuthProvider>,
    },
  );
}

type FormResult = ReturnType<typeof renderForm>['result'];
const submit = (form: FormResult) => act(async () => form.current.submit());
const type = (form: FormResult, field: keyof typeof BLANK, text: string) =>
  act(() => form.current.form.setFieldValue(field, text));

beforeEach(() => {
  signIn();
  send.mockReset();
});

test('a field is refused in the form’s own sentence, or in the contract’s where it has none', async () => {
  const { result } = renderForm({ messages: { name: 'Введите имя' } });
  type(result, 'note', 'слишком длинно');
  await submit(result);
  expect(result.current.form.errors).toEqual({ name: 'Введите имя', note: 'Не больше 5.' });
  expect(send).not.toHaveBeenCalled();
});

test('what the schema has read is sent', async () => {
  const { result } = renderForm();
  type(result, 'name', ' Анна ');
  await submit(result);
  expect(send).toHaveBeenCalledWith({ name: 'Анна', note: '', version: 1 });
});

test('a refusal of what no field shows is told as an alert, not swallowed', async () => {
  const { result } = renderForm({ bodyOf: (values) => ({ ...values, version: 0.5 }) });
  type(result, 'name', 'Анна');
  await submit(result);
  expect(result.current.failure).toEqual({ title: 'Не сохранено', advice: 'Введите целое число.' });
});

test('the server’s sentences stand at their fields, those of other fields in the alert', async () => {
  send.mockRejectedValue(
    new ApiFailure({ status: 400, fieldErrors: { name: ['Имя занято.'], inn: ['Нет такого ИНН.'] } }),
  );
  const { result } = renderForm();
  type(result, 'name', 'Анна');
  await submit(result);
  expect(result.current.form.errors).toEqual({ name: 'Имя занято.' });
  expect(result.current.failure).toEqual({ title: 'Не сохранено', advice: 'Нет такого ИНН.' });
});

test('a change that came first is told in words of its own, and what is typed stays', async () => {
  send.mockRejectedValue(new ApiFailure({ status: 409, code: 'version_conflict', detail: 'Уже изменено.' }));
  const told = { title: 'Изменила Петрова М. С.', advice: '' };
  const { result } = renderForm({ onConflict: () => told });
  type(result, 'name', 'Анна');
  await submit(result);
  expect(result.current.failure).toEqual(told);
  expect(result.current.form.getValues().name).toBe('Анна');
});

test('fields that nobody has touched follow what is saved meanwhile, the others keep what is typed', () => {
  const { result, rerender } = renderForm();
  type(result, 'name', 'Анна');
  rerender({ saved: { name: 'Мария', note: 'новое' } });
  expect(result.current.form.getValues()).toEqual({ name: 'Анна', note: 'новое' });
  expect(result.current.isDirty).toBe(true);
});

test('a draft holds what is typed, without its secrets, until the form is left for good', () => {
  const drafts = () => Object.values(sessionStorage).join();
  const { result } = renderForm({ draft: 'person', secretFields: ['note'] });
  type(result, 'name', 'Анна');
  type(result, 'note', 'тайна');
  expect(drafts()).toContain('Анна');
  expect(drafts()).not.toContain('тайна');
  expect(renderForm({ draft: 'person' }).result.current.form.getValues()).toEqual({ name: 'Анна', note: '' });
  act(() => result.current.discardDraft());
  expect(drafts()).not.toContain('Анна');
});
