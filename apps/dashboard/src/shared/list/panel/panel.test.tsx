import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mount } from '@/testing/mount.tsx';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { Panel } from './panel.tsx';

test('a crash of the panel leaves the page usable, and a retry renders the panel again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const change = vi.fn();
  const focus = vi.fn();
  const list = { address: { change }, items: [], openId: '1', rowFocus: { focus } };
  let isBroken = true;
  const Content = () => {
    if (isBroken) throw new Error('broken');
    return <p>Содержание</p>;
  };
  const { user } = mount(
    <>
      <p>Список</p>
      <Panel list={list as unknown as ListModel<ListItem>}>
        <Content />
      </Panel>
    </>,
  );
  const panel = within(await screen.findByRole('complementary', { name: 'Подробности' }));
  expect(panel.getByRole('alert')).toHaveTextContent('Подробности не открылись');
  expect(screen.getByText('Список')).toBeVisible();
  isBroken = false;
  await user.click(panel.getByRole('button', { name: 'Повторить' }));
  expect(panel.getByText('Содержание')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(change).toHaveBeenCalledWith({ id: null });
  expect(focus).toHaveBeenCalledWith('1');
});
