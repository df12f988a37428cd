import { onTestFinished } from 'vitest';

/** Writes a `<meta>` as whoever hosts the page would, for one test. */
export function setMeta(name: string, content: string): void {
  const meta = Object.assign(document.createElement('meta'), { name, content });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}
