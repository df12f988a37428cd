import { sql } from 'kysely';
import { z } from 'zod';
import { organizationMail } from '../senders/organization-mail.ts';
import { defineChannel } from './channel.ts';
import { email } from './email.ts';

/** `Имя <адрес>` or only an address. */
const sender = z.string().transform((value, ctx) => {
  const [, name = '', address = ''] =
    /^\s*(?:"?([^"<>\r\n]*?)"?\s*<)?([^\s<>@,;:"]+@[^\s<>@,;:"]+)>?\s*$/.exec(value) ?? [];
  if (address !== '') return { name, address };
  ctx.addIssue({ code: 'custom', message: 'Адрес вида robot@example.ru или «Компания <robot@example.ru>».' });
  return z.NEVER;
});

export const emailChannel = defineChannel({
  environment: {
    SMTP_URL: z
      .string()
      .refine(
        (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
        'Адрес вида smtps://имя:пароль@host:465.',
      )
      .optional(),
    MAIL_FROM: sender.optional(),
  },
  readSettings: ({ SMTP_URL: url, MAIL_FROM: from }) =>
    url === undefined || from === undefined ? undefined : { url, from },
  findProblem: ({ SMTP_URL, MAIL_FROM }) =>
    (SMTP_URL === undefined) === (MAIL_FROM === undefined)
      ? undefined
      : 'MAIL_FROM: вместе с SMTP_URL, одно без другого не действует.',
  open: email,
  isRehearsable: true,
  getAddress: (person) => person.email,
  isCurrentAddress: sql`u.email = d.address and u.email_confirmed_at is not null`,
  organizations: {
    table: 'organization_mail',
    botId: sql`null::text`,
    async read({ db, sealers, isPrivateAllowed }, condition) {
      const rows = await db.selectFrom('organization_mail as o').selectAll('o').where(condition).execute();
      return rows.map((row) => ({
        row,
        open: () => organizationMail(row, sealers.passwords, isPrivateAllowed),
      }));
    },
  },
});
