import type { BrowserContext } from '@playwright/test';

/** Records clicks in pages opened by the context after this call. */
export async function countClicks(context: BrowserContext) {
  const clicks: string[] = [];
  await context.exposeFunction('reportClick', (target: string) => clicks.push(target));
  await context.addInitScript(() => {
    const report = ({ target, isTrusted }: PointerEvent) => {
      if (!isTrusted || !(target instanceof Element)) return;
      const control = target.closest('a, button, label, input, [role]') ?? target;
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      (window as unknown as { reportClick: (target: string) => void }).reportClick(
        name.replaceAll(/\s+/g, ' ').trim().slice(0, 40),
      );
    };
    addEventListener('pointerdown', report, { capture: true });
  });
  return {
    /** Names of the clicked controls in order. */
    clicks: (): readonly string[] => clicks,
    clear() {
      clicks.length = 0;
    },
  };
}
