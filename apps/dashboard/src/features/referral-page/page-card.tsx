import './page-card.css';
import type { ReferralPage } from '@referral-dashboard/api-contract';
import { FORM_TEXT, smallPrint, writtenSupport } from '@referral-dashboard/api-contract/referral-page-text';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { serverUrl } from '@/shared/env.ts';

type PageCardProps = { page: ReferralPage | null; children: ReactNode };

/** Card of the page, with the legal text at the bottom. */
export function PageCard({ page, children }: PageCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const colors = page?.organization.colors;
  // Not a style attribute: the content security policy would refuse it in the HTML of the server, which sends a style element instead.
  useLayoutEffect(() => {
    for (const [name, color] of Object.entries(colors ?? {}))
      card.current?.style.setProperty(`--brand-${name.replace('_', '-')}`, color);
  }, [colors]);
  return (
    <div className="ref" ref={card}>
      <article className="ref-card">
        {page?.organization.logo_path && (
          <img className="ref-logo" src={serverUrl(page.organization.logo_path)} alt="" />
        )}
        {children}
        {page && (
          <footer className="ref-small">
            {smallPrint(page).map((line) => (
              <p key={line}>{line}</p>
            ))}
            {page.organization.support_url && (
              <p>
                {FORM_TEXT.questions}{' '}
                <a href={page.organization.support_url}>{writtenSupport(page.organization.support_url)}</a>
              </p>
            )}
          </footer>
        )}
      </article>
    </div>
  );
}

type NoticeProps = {
  title: string;
  text: string;
  /** Shows the success mark. */
  isSent?: boolean;
  isNew?: boolean;
  children?: ReactNode;
};

/** Notice in place of the form. With `isNew` the heading takes the focus, so screen readers announce it. */
export function PageCardNotice({ title, text, isSent = false, isNew = false, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <div className="ref-notice" data-sent={isSent || undefined}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
