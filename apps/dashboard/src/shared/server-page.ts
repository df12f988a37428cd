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

/** Link or button of the server's page that is being pressed, and that of the application in its place. */
function pressedIn(server: Element, page: ParentNode): HTMLElement | undefined {
  const pressed = server.querySelector('a:active, button:active');
  const all = pressed === null ? [] : page.querySelectorAll<HTMLElement>(pressed.localName);
  return [...all].find((element) => element.textContent === pressed?.textContent);
}

/** A press that ends on another element than it began on is none to the browser; a finger's is taken by where it ends. */
function finishPress(element: HTMLElement): void {
  const end = new AbortController();
  const finish = (event: PointerEvent | KeyboardEvent) => {
    end.abort();
    const place =
      'key' in event ? document.activeElement : event.pointerType === 'touch' ? null : event.target;
    if (place instanceof Node && element.contains(place)) element.click();
  };
  for (const name of ['pointerup', 'keyup'] as const) window.addEventListener(name, finish, end);
  window.addEventListener('pointercancel', () => end.abort(), end);
}

/**
 * Takes the server's page away; what was typed into it, the focus, the caret and a press that has begun go over to the
 * application's.
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
  const pressed = pressedIn(server, page);
  server.remove();
  if (pressed !== undefined) finishPress(pressed);
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
