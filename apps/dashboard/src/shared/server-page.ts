const findCounterpart = (page: ParentNode, old: Element) =>
  old.matches('[type="submit"]')
    ? page.querySelector<HTMLButtonElement>('[type="submit"]')
    : page.querySelector<HTMLInputElement>(`[name="${old.getAttribute('name')}"]`);

const isField = (element: Element | null): element is HTMLInputElement => element instanceof HTMLInputElement;

/** The prerendered sign-in page; null after the application renders its own. */
export const serverPage = () => document.getElementById('server-page');

/** Finds the application element that matches the link or button being pressed on the prerendered page. */
function findPressed(server: Element, page: ParentNode): HTMLElement | undefined {
  const pressed = server.querySelector('a:active, button:active');
  const all = pressed === null ? [] : page.querySelectorAll<HTMLElement>(pressed.localName);
  return [...all].find((element) => element.textContent === pressed?.textContent);
}

/**
 * Clicks the element when a mouse or key press that began on the prerendered page ends on it. Browsers fire no `click` when the pressed
 * element is replaced. For touch they use the end position, so no extra click is needed.
 */
function finishPress(element: HTMLElement): void {
  const end = new AbortController();
  const finish = (event: PointerEvent | KeyboardEvent) => {
    end.abort();
    const target =
      'key' in event ? document.activeElement : event.pointerType === 'touch' ? null : event.target;
    if (target instanceof Node && element.contains(target)) element.click();
  };
  for (const name of ['pointerup', 'keyup'] as const) window.addEventListener(name, finish, end);
  window.addEventListener('pointercancel', () => end.abort(), end);
}

/**
 * Replaces the prerendered page with the application page. Moves the input, the focus, the caret and a press in progress to it.
 *
 * @returns Function to call once the application handles events. It passes the values to the input masks and submits a form that was sent
 *   before the application started (`public/first-paint.js`).
 */
export function takeOver(page: ParentNode): () => void {
  const server = serverPage();
  if (server === null) return () => undefined;
  const values: [field: HTMLInputElement, value: string][] = [];
  for (const old of server.querySelectorAll('form [name]')) {
    const field = findCounterpart(page, old);
    if (!isField(field) || !isField(old)) continue;
    if (old.value !== '') values.push([field, old.value]);
    field.value = old.value;
  }
  const { activeElement: active } = document;
  const caret = isField(active) ? ([active.selectionStart, active.selectionEnd] as const) : null;
  const next = active !== null && server.contains(active) ? findCounterpart(page, active) : null;
  const pressed = findPressed(server, page);
  server.remove();
  if (pressed !== undefined) finishPress(pressed);
  next?.focus({ preventScroll: true });
  if (isField(next) && caret !== null) next.setSelectionRange(...caret);
  return () => {
    for (const [field, value] of values) {
      // An input mask that started in the meantime has cleared the field.
      field.value = value;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    if (server.dataset['sent'] !== undefined) page.querySelector('form')?.requestSubmit();
  };
}
