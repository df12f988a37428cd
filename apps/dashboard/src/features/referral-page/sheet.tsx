import './sheet.css';
import type { ReferralPage } from '@referral-dashboard/api-contract';
import { FORM_TEXT, smallPrint, writtenSupport } from '@referral-dashboard/api-contract/referral-page-text';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { servedAt } from '../../shared/env.ts';

// The same elements and classes as the server's page has: what takes over looks the same to the pixel.

/** The organization's colours, for a page that the server did not write. */
const colorsOf = (page: ReferralPage | null) =>
  Object.fromEntries(
    Object.entries(page?.organization.colors ?? {}).map(([name, color]) => [
      `--brand-${name.replace('_', '-')}`,
      color,
    ]),
  ) as CSSProperties;

type SheetProps = { page: ReferralPage | null; children: ReactNode };

/** The one sheet of the page, the small print at its foot. */
export const Sheet = ({ page, children }: SheetProps) => (
  <div className="ref" style={colorsOf(page)}>
    <article className="ref-sheet">
      {page?.organization.logo_path && (
        <img className="ref-logo" src={servedAt(page.organization.logo_path)} alt="" />
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
  /** Marks good news. */
  isSent?: boolean;
  isNews?: boolean;
  children?: ReactNode;
};

/** Notice in place of a form. News takes the focus, and so is announced. */
export function SheetNotice({ title, text, isSent = false, isNews = false, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
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
