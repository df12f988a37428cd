type Field = HTMLInputElement | HTMLTextAreaElement;

const counterpart = (page: ParentNode, old: Element) =>
  old.matches('[type="submit"]')
    ? page.querySelector<HTMLButtonElement>('[type="submit"]')
    : page.querySelector<Field>(`[name="${old.getAttribute('name')}"]`);

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

const isText = (element: Element | null): element is Field => isField(element) && element.type !== 'checkbox';

/** Element of the server's page until the application has drawn its own. */
export const serverPage = () => document.getElementById('server-page');

/**
 * Takes the server's page away; what was typed into it, the focus and the caret go over to the application's.
 *
 * @returns Function to call when the application listens: masks dress what came over, and a form that was sent too early
 *   (`public/page-start.js`) is sent.
 */
export function takeOver(page: ParentNode): () => void {
  const server = serverPage();
  if (server === null) return () => undefined;
  const taken: [field: Field, value: string][] = [];
  for (const old of server.querySelectorAll('form [name]')) {
    const field = counterpart(page, old);
    if (!isField(field) || !isField(old)) continue;
    if (field instanceof HTMLInputElement && old instanceof HTMLInputElement) field.checked = old.checked;
    if (field.type === 'checkbox') continue;
    if (old.value !== '') taken.push([field, old.value]);
    field.value = old.value;
  }
  const { activeElement: active } = document;
  const caret = isText(active) ? ([active.selectionStart, active.selectionEnd] as const) : null;
  const next = active !== null && server.contains(active) ? counterpart(page, active) : null;
  server.remove();
  next?.focus({ preventScroll: true });
  if (isText(next) && caret !== null) next.setSelectionRange(...caret);
  return () => {
    for (const [field, value] of taken) {
      // A mask that has begun in between has written its own, empty.
      field.value = value;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    if (server.dataset['sent'] !== undefined) page.querySelector('form')?.requestSubmit();
  };
}
