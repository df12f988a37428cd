import type { BrowserContext } from '@playwright/test';

const isLoopback = (url: string) =>
  /^(data|blob|about|chrome-error):/.test(url) || new URL(url).hostname === '127.0.0.1';

/** The browser logs 4xx responses of the API and of referral links; they are not page errors. */
const refusal =
  /^console: Failed to load resource: the server responded with a status of 4\d\d .*\/(api|ref)\//;

export type Watch = ReturnType<typeof watch>;

/** Records errors in the pages of a context: logged errors, exceptions, policy violations and requests to other hosts. */
export function watch(context: BrowserContext) {
  const recorded: string[] = [];
  const warnings: string[] = [];
  const expected = [refusal];

  context.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
    if (message.type() === 'error') recorded.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (failure) => recorded.push(`uncaught: ${failure.error().message}`));
  context.on('request', (request) => {
    if (!isLoopback(request.url())) recorded.push(`request to another machine: ${request.url()}`);
  });

  return {
    /** Declares errors that the test causes. */
    expect(...problems: RegExp[]) {
      expected.push(...problems);
    },
    /** Warnings logged by the pages. */
    warnings: (): readonly string[] => warnings,
    /** Unexpected events. */
    problems: () => recorded.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}

/** Browser messages about a refused or lost connection. */
export const lostConnection =
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/;
