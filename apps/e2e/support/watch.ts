import type { BrowserContext } from '@playwright/test';

const isLoopback = (url: string) =>
  /^(data|blob|about|chrome-error):/.test(url) || new URL(url).hostname === '127.0.0.1';

/** The browser's own line about an answer of the API, or of a link, that says no: an answer is not a defect of the page. */
const refusal =
  /^console: Failed to load resource: the server responded with a status of 4\d\d .*\/(api|ref)\//;

export type Watch = ReturnType<typeof watch>;

/** Notes what no page of a context may do: log an error, throw, break the content policy, talk to another machine. */
export function watch(context: BrowserContext) {
  const seen: string[] = [];
  const warnings: string[] = [];
  const expected = [refusal];

  context.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
    if (message.type() === 'error') seen.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (failure) => seen.push(`uncaught: ${failure.error().message}`));
  context.on('request', (request) => {
    if (!isLoopback(request.url())) seen.push(`request to another machine: ${request.url()}`);
  });

  return {
    /** Says beforehand what the test is about to provoke. */
    expect(...problems: RegExp[]) {
      expected.push(...problems);
    },
    /** Warnings that the pages logged. */
    warnings: (): readonly string[] => warnings,
    /** Unexpected events. */
    problems: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}

/** Words of the browser when nobody listens at the server's address, or the connection is cut. */
export const lostConnection =
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/;
