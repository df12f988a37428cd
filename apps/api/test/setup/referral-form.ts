import { type CheerioAPI, load } from 'cheerio';
import type { TestServer } from '../../src/testing.ts';

/** A response as a browser without scripts reads it. */
export type FormResponse = { status: number; headers: Headers; text: string; $: CheerioAPI };

/** A client for `/ref/{code}` that behaves like a browser without scripts. */
export function formClient(server: Pick<TestServer, 'url'>) {
  async function send(path: string, init: RequestInit = {}): Promise<FormResponse> {
    const response = await fetch(`${server.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, $: load(text) };
  }
  return {
    send,
    open: (code: string) => send(`/ref/${code}`),
    post: (code: string, fields: Record<string, string>) =>
      send(`/ref/${code}`, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}

/** Returns the value of a form field. */
export const getFieldValue = ({ $ }: FormResponse, name: string) => $(`form [name="${name}"]`).val();

/** Returns the error message of a field, or an empty string. */
export const getFieldError = ({ $ }: FormResponse, name: string) => {
  const id = $(`form [name="${name}"][aria-invalid="true"]`).attr('aria-describedby');
  return id === undefined ? '' : $(`#${id}`).text();
};

/** Returns the text of an element with collapsed white space. */
export const getText = ({ $ }: FormResponse, selector = 'main') =>
  $(selector).text().replace(/\s+/g, ' ').trim();
