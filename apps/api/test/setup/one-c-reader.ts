/** A document of a 1CClientBankExchange file, with its keys in file order. */
export type OneCDocument = { keys: string[]; values: Record<string, string> };
export type OneCFile = { header: Record<string, string>; documents: OneCDocument[]; lines: string[] };

/** Parses a file as banks do: windows-1251, decoded by the platform. A key ends at the first `=`. */
export function readOneC(bytes: Uint8Array): OneCFile {
  const text = new TextDecoder('windows-1251').decode(bytes);
  if (!text.endsWith('КонецФайла\r\n')) throw new Error('the end of the file is missing');
  const lines = text.split('\r\n').slice(0, -1);
  if (lines.some((line) => line.includes('\n') || line.includes('\r'))) throw new Error('a lone line end');
  if (lines[0] !== '1CClientBankExchange') throw new Error('not a file of the exchange');
  const header: Record<string, string> = {};
  const documents: OneCDocument[] = [];
  let open: OneCDocument | undefined;
  for (const line of lines.slice(1, -1)) {
    if (line === 'КонецДокумента') {
      open = undefined;
      continue;
    }
    const at = line.indexOf('=');
    if (at < 0) throw new Error(`no key: ${line}`);
    const [key, value] = [line.slice(0, at), line.slice(at + 1)];
    if (key === 'СекцияДокумент') {
      open = { keys: [], values: {} };
      documents.push(open);
    } else if (open) {
      open.keys.push(key);
      open.values[key] = value;
    } else header[key] = value;
  }
  return { header, documents, lines };
}
