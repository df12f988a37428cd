/** Makes an address of what people type: `example.ru` becomes `https://example.ru`; what is no address stays as it is. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  const isHost = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#].*)?$/u.test(text);
  return isHost ? `https://${text}` : text;
}
