/** Adds `https://` to a bare host: `example.ru` becomes `https://example.ru`. Other text is only trimmed. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  const isHost = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#].*)?$/u.test(text);
  return isHost ? `https://${text}` : text;
}
