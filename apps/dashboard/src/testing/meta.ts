import { onTestFinished } from 'vitest';

/** Adds a `<meta>` element to the page for one test, as the server does. */
export function setMeta(name: string, content: string): void {
  const meta = Object.assign(document.createElement('meta'), { name, content });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}
