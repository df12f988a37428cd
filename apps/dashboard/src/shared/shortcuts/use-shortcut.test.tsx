import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mount } from '@/testing/mount.tsx';
import { useShortcut } from './use-shortcut.ts';

const onPress = vi.fn();

function Page() {
  useShortcut('search', onPress);
  return (
    <>
      <button type="button">На странице</button>
      <div role="dialog" aria-modal="true" aria-label="Окно">
        <button type="button">В окне</button>
      </div>
    </>
  );
}

test('a shortcut works while a dialog that has returned the focus closes, and not in an open dialog', async () => {
  onPress.mockClear();
  const { user } = mount(<Page />, '/');
  (await screen.findByRole('button', { name: 'В окне' })).focus();
  await user.keyboard('{Control>}k{/Control}');
  // A focused button that is disabled or removed leaves the focus on the body.
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('{Control>}k{/Control}');
  expect(onPress).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'На странице' }).focus();
  await user.keyboard('{Control>}k{/Control}');
  expect(onPress).toHaveBeenCalledTimes(1);
});
