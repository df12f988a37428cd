import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PhoneField } from './phone-field.tsx';

function open() {
  render(
    <MantineProvider env="test">
      <PhoneField label="Телефон" name="phone" />
    </MantineProvider>,
  );
  return { field: screen.getByLabelText<HTMLInputElement>('Телефон'), user: userEvent.setup() };
}

test.each(['9161234567', '89161234567', '+79161234567', '79161234567'])(
  'typing %s gives +7 916 123-45-67',
  async (typed) => {
    const { field, user } = open();
    await user.click(field);
    await user.keyboard(typed);
    expect(field.value).toBe('+7 916 123-45-67');
  },
);

test.each([
  '9161234567',
  '+79161234567',
  '8 (916) 123-45-67',
  '+7\u00a0916\u00a0123-45-67',
  ' 7 916 123 45 67 ',
])('pasting «%s» gives +7 916 123-45-67', async (text) => {
  const { field, user } = open();
  await user.click(field);
  await user.paste(text);
  expect(field.value).toBe('+7 916 123-45-67');
});

test.each(['+375 29 123-45-67', '00 7 916 123-45-67', '8 10 375 29 123-45-67'])(
  'pasting the foreign number «%s» changes nothing and shows an error until the next key',
  async (text) => {
    const { field, user } = open();
    await user.click(field);
    await user.keyboard('916');
    await user.paste(text);
    expect(field.value).toBe('+7 916 ___-__-__');
    expect(screen.getByText(/Введите российский номер/)).toBeVisible();
    await user.keyboard('1');
    expect(screen.queryByText(/Введите российский номер/)).not.toBeInTheDocument();
  },
);

test('a foreign number filled in by a password manager is rejected', () => {
  const { field } = open();
  fireEvent.input(field, { target: { value: '+375291234567' } });
  expect(field.value).not.toMatch(/\d{3}-\d\d/);
  expect(screen.getByText(/Введите российский номер/)).toBeVisible();
});

test('a pasted number replaces the previous number', async () => {
  const { field, user } = open();
  await user.click(field);
  await user.keyboard('9990000000');
  await user.paste('8 916 123-45-67');
  expect(field.value).toBe('+7 916 123-45-67');
});

test('a pasted part of a number is inserted at the caret', async () => {
  const { field, user } = open();
  await user.click(field);
  await user.keyboard('916');
  await user.paste('123-45-67');
  expect(field.value).toBe('+7 916 123-45-67');
});

test.each(['+79161234567', '89161234567', '9161234567'])(
  'a password manager that fills in %s gives +7 916 123-45-67',
  (value) => {
    const { field } = open();
    fireEvent.input(field, { target: { value } });
    expect(field.value).toBe('+7 916 123-45-67');
  },
);

test('deleting skips the spaces and dashes of the mask', async () => {
  const { field, user } = open();
  await user.click(field);
  await user.keyboard('9161');
  // Browsers place the caret here after typing; jsdom may leave it at the end of the mask.
  field.setSelectionRange(8, 8);
  await user.keyboard('{Backspace}');
  expect(field.value).toBe('+7 916 ___-__-__');
  field.setSelectionRange(7, 7);
  await user.keyboard('{Backspace}');
  expect(field.value).toBe('+7 91_ ___-__-__');
});

test('letters are ignored', async () => {
  const { field, user } = open();
  await user.click(field);
  await user.keyboard('9a1b6');
  expect(field.value).toBe('+7 916 ___-__-__');
});

test('an empty field without the focus shows no mask', async () => {
  const { field, user } = open();
  await user.click(field);
  await user.tab();
  expect(field.value).toBe('');
});
