import { onTestFinished } from 'vitest';

/** Adds a `<meta>` to the page for one test, as the host of the page does. */
export function setMeta(name: string, content: string): void {
  const meta = Object.assign(document.createElement('meta'), { name, content });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}
