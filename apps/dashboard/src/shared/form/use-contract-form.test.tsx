import { text } from '@referral-dashboard/api-contract';
import { AuthProvider } from '@referral-dashboard/react-auth';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { signIn } from '@/testing/data/people.ts';
import { createTestAuth } from '@/testing/harness.ts';
import { ApiFailure } from '../api/failure.ts';
import { completeDraft } from './changes.ts';
import { useContractForm } from './use-contract-form.ts';

const schema = z.object({
  name: text({ max: 100 }),
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
        toBody: (values) => ({ ...values, version: 1 }),
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

test('an empty field says what to enter', async () => {
  const { result } = renderForm();
  await submit(result);
  expect(result.current.form.errors).toEqual({ name: 'Введите название' });
});

test('an invalid field shows the message of the form, or of the contract if the form has none', async () => {
  const { result } = renderForm({ messages: { name: 'Введите имя' } });
  type(result, 'note', 'слишком длинно');
  await submit(result);
  expect(result.current.form.errors).toEqual({ name: 'Введите имя', note: 'Не больше 5.' });
  expect(send).not.toHaveBeenCalled();
});

test('the parsed values of the schema are sent', async () => {
  const { result } = renderForm();
  type(result, 'name', ' Анна ');
  await submit(result);
  expect(send).toHaveBeenCalledWith({ name: 'Анна', note: '', version: 1 }, expect.anything());
});

test('an error of a value without a field is shown in the alert', async () => {
  const { result } = renderForm({ toBody: (values) => ({ ...values, version: 0.5 }) });
  type(result, 'name', 'Анна');
  await submit(result);
  expect(result.current.failure).toEqual({ title: 'Не сохранено', advice: 'Введите целое число.' });
});

test('messages of the server are shown at their fields, others in the alert', async () => {
  send.mockRejectedValue(
    new ApiFailure({ status: 400, fieldErrors: { name: ['Имя занято.'], inn: ['Нет такого ИНН.'] } }),
  );
  const { result } = renderForm();
  type(result, 'name', 'Анна');
  await submit(result);
  expect(result.current.form.errors).toEqual({ name: 'Имя занято.' });
  expect(result.current.failure).toEqual({ title: 'Не сохранено', advice: 'Нет такого ИНН.' });
});

test('a conflict shows its own text and keeps the input', async () => {
  send.mockRejectedValue(new ApiFailure({ status: 409, code: 'version_conflict', detail: 'Уже изменено.' }));
  const conflictText = { title: 'Изменила Петрова М. С.', advice: '' };
  const { result } = renderForm({ onConflict: () => conflictText });
  type(result, 'name', 'Анна');
  await submit(result);
  expect(result.current.failure).toEqual(conflictText);
  expect(result.current.form.getValues().name).toBe('Анна');
});

test('unedited fields take newly saved values, edited fields keep the input', () => {
  const { result, rerender } = renderForm();
  type(result, 'name', 'Анна');
  rerender({ saved: { name: 'Мария', note: 'новое' } });
  expect(result.current.form.getValues()).toEqual({ name: 'Анна', note: 'новое' });
  expect(result.current.isDirty).toBe(true);
});

test('a draft from before a change of the form gets the saved values of its missing fields', () => {
  type Values = typeof BLANK & { terms: { rate: number; lines: string[]; limits?: { months: number } } };
  const saved: Values = { ...BLANK, terms: { rate: 1, lines: [], limits: { months: 12 } } };
  expect(completeDraft<Values>({ terms: { rate: 5, lines: 'none' } }, saved)).toEqual({
    ...BLANK,
    terms: { rate: 5, lines: [], limits: { months: 12 } },
  });
});

test('a draft keeps the input without secret fields until it is discarded', () => {
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

describe('a form after an error of a side call', () => {
  const conflict = new ApiFailure({ status: 409, code: 'version_conflict', detail: 'Уже изменено.' });

  test('can be sent again when the conflict cannot be described, and shows the text of the server', async () => {
    send.mockRejectedValueOnce(conflict);
    const { result } = renderForm({ onConflict: () => Promise.reject(new Error('no connection')) });
    type(result, 'name', 'Анна');
    await submit(result);
    expect(result.current.isSending).toBe(false);
    expect(result.current.failure).toEqual({ title: 'Уже изменено.', advice: '' });
    await submit(result);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('can be sent again when `onError` throws', async () => {
    const reportError = vi.spyOn(window, 'reportError').mockReturnValue();
    send.mockRejectedValueOnce(conflict);
    const { result } = renderForm({
      onError: () => {
        throw new Error('side call');
      },
    });
    type(result, 'name', 'Анна');
    await submit(result);
    expect(reportError).toHaveBeenCalledOnce();
    expect(result.current.isSending).toBe(false);
    expect(result.current.failure).toEqual({ title: 'Уже изменено.', advice: '' });
    await submit(result);
    expect(send).toHaveBeenCalledTimes(2);
  });
});
