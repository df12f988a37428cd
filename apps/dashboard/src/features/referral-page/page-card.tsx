import './page-card.css';
import type { ReferralPage } from '@referral-dashboard/api-contract';
import { FORM_TEXT, smallPrint, writtenSupport } from '@referral-dashboard/api-contract/referral-page-text';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { serverUrl } from '../../shared/env.ts';

// Uses the same elements and classes as the server-rendered page, so that replacing it changes nothing visible.

/** Organization colors, for pages that were not rendered by the server. */
const getColors = (page: ReferralPage | null) =>
  Object.fromEntries(
    Object.entries(page?.organization.colors ?? {}).map(([name, color]) => [
      `--brand-${name.replace('_', '-')}`,
      color,
    ]),
  ) as CSSProperties;

type PageCardProps = { page: ReferralPage | null; children: ReactNode };

/** Card of the page, with the legal text at the bottom. */
export const PageCard = ({ page, children }: PageCardProps) => (
  <div className="ref" style={getColors(page)}>
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

type NoticeProps = {
  title: string;
  text: string;
  /** Shows the success mark. */
  isSent?: boolean;
  isNew?: boolean;
  children?: ReactNode;
};

/** Notice in place of the form. With `isNews` the heading takes the focus, so screen readers announce it. */
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
