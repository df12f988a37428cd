import { MantineProvider, Menu } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MoreMenu } from './more-menu.tsx';

function openPage() {
  render(
    <MantineProvider env="test">
      <MoreMenu label="Действия">
        <Menu.Item>Переименовать</Menu.Item>
        <Menu.Item>Удалить</Menu.Item>
      </MoreMenu>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), button: screen.getByRole('button', { name: 'Действия' }) };
}
const menu = () => screen.queryByRole('menu');

test('a button names its dropdown and reports whether it is open', async () => {
  const { user, button } = openPage();
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(await screen.findByRole('menu', { name: 'Действия' })).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(button).toHaveAttribute('aria-controls', menu()?.id);
});

test('a dropdown closes by its button, a selected item and a click outside', async () => {
  const { user, button } = openPage();
  for (const close of [
    () => user.click(button),
    () => user.click(screen.getByRole('menuitem', { name: 'Удалить' })),
    () => user.click(document.body),
  ]) {
    await user.click(button);
    expect(await screen.findByRole('menu')).toBeVisible();
    await close();
    await waitFor(() => expect(menu()).toBeNull());
    expect(button).toHaveAttribute('aria-expanded', 'false');
  }
});

test('the keyboard focus enters the dropdown and returns to its button', async () => {
  const { user, button } = openPage();
  for (const _time of [1, 2]) {
    button.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(menu()).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Переименовать' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(menu()).toBeNull());
    expect(button).toHaveFocus();
  }
});
