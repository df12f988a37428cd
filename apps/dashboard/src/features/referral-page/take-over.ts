type Field = HTMLInputElement | HTMLTextAreaElement;

const counterpart = (page: ParentNode, old: Element) =>
  old.matches('[type="submit"]')
    ? page.querySelector<HTMLButtonElement>('[type="submit"]')
    : page.querySelector<Field>(`[name="${old.getAttribute('name')}"]`);

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

const isText = (element: Element | null): element is Field => isField(element) && element.type !== 'checkbox';

/** Element of the server's page until the application has drawn its own. */
const serverPage = () => document.getElementById('server-page');

/** Predicate: something was typed into the server's form already. */
export const isServerFormTouched = () =>
  [...(serverPage()?.querySelectorAll<Field>('.ref-input') ?? [])].some(({ value }) => value !== '');

/** Takes the server's page away; what was typed into it, the focus and the caret go over to the application's. */
export function takeOver(page: ParentNode) {
  const server = serverPage();
  if (server === null) return;
  for (const old of server.querySelectorAll('form [name]')) {
    const field = counterpart(page, old);
    if (!isField(field) || !isField(old)) continue;
    if (field instanceof HTMLInputElement && old instanceof HTMLInputElement) field.checked = old.checked;
    if (field.type !== 'checkbox') field.value = old.value;
  }
  const { activeElement: active } = document;
  const caret = isText(active) ? ([active.selectionStart, active.selectionEnd] as const) : null;
  const next = active !== null && server.contains(active) ? counterpart(page, active) : null;
  server.remove();
  next?.focus({ preventScroll: true });
  if (isText(next) && caret !== null) next.setSelectionRange(...caret);
}
