import type { FastifyBaseLogger } from 'fastify';
import { createAccounts } from './people/index.ts';
import { maskPhone } from './platform/http/server/request-log.ts';

type Options = Parameters<typeof createAccounts>[0];
type LoggedOptions = Omit<Options, 'onRefresh' | 'onFailedSignIn'> & {
  onRefresh: Options['onRefresh'] | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

/** Accounts whose failed sign-ins and reused refresh tokens are logged. */
export const createLoggedAccounts = ({ log, onRefresh, ...options }: LoggedOptions) =>
  createAccounts({
    ...options,
    onRefresh: (event) => {
      if (event.outcome === 'reused') log.warn({ session: event.sessionId }, 'refresh token reused');
      onRefresh?.(event);
    },
    onFailedSignIn: ({ phone, address }) => {
      log.info({ phone: maskPhone(phone), address }, 'sign-in failed');
    },
  });
