import { ApiFailure } from '@/shared/api/failure.ts';
import { readFailure } from '@/shared/api/read-failure.ts';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
type DownloadedFile = { blob: Blob; name: string };

/** Returns the file name from a `Content-Disposition` header. `filename*` takes precedence over `filename`. */
export function parseFileName(disposition: string | null, fallbackName: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
  return (encoded && decodeURIComponent(encoded)) || plain || fallbackName;
}

/**
 * Downloads a streamed file.
 *
 * @param otherwise File name when the response has no name.
 * @param onProgress Receives the number of bytes so far.
 * @throws ApiFailure on any error except an abort.
 */
export async function download(
  fetch: Fetch,
  url: string,
  fallbackName: string,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw await readFailure(response);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (const reader = response.body?.getReader(); reader; ) {
      const { value, done } = await reader.read();
      if (done) break;
      parts.push(value);
      bytes += value.length;
      onProgress(bytes);
    }
    const { headers } = response;
    return {
      blob: new Blob(parts, { type: headers.get('Content-Type') ?? '' }),
      name: parseFileName(headers.get('Content-Disposition'), fallbackName),
    };
  } catch (error) {
    throw signal.aborted || error instanceof ApiFailure ? error : new ApiFailure({}, error);
  }
}

/** Saves a file through the browser. The object URL is revoked after 60 seconds. */
export function saveFile({ blob, name }: DownloadedFile): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
