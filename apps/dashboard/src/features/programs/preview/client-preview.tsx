import { Text, Title } from '@mantine/core';
import type { Organization } from '@referral-dashboard/api-contract';
import { FORM_TEXT, invitation, smallPrint } from '@referral-dashboard/api-contract/referral-page-text';
import type { ProgramValues } from '../form/program-values.ts';
import classes from './client-preview.module.css';

type ClientPreviewProps = { values: ProgramValues; organization: Organization };

/** Static preview of the public page on a phone. Always light, because most clients use a light theme. */
export function ClientPreview({ values, organization }: ClientPreviewProps) {
  const { landing, consent_text } = values;
  return (
    <section aria-labelledby="client-view">
      <Title order={2} mb="sm" id="client-view">
        Так увидит клиент
      </Title>
      <div
        className={classes['phone']}
        role="img"
        aria-label={landing.title ? `Страница «${landing.title}»` : 'Страница без заголовка'}
      >
        <Text className={classes['inviter']}>{invitation('Алексей С.')}</Text>
        <p className={classes['title']} data-empty={landing.title === '' || undefined}>
          {landing.title || 'Заголовок страницы'}
        </p>
        {landing.subtitle && <p className={classes['text']}>{landing.subtitle}</p>}
        <div className={classes['fields']}>
          {[FORM_TEXT.name, FORM_TEXT.phone, FORM_TEXT.comment].map((label) => (
            <div key={label}>
              <span className={classes['label']}>{label}</span>
              {label === FORM_TEXT.comment && (
                <span className={classes['optional']}> {FORM_TEXT.optional}</span>
              )}
              <div className={classes['field']} />
            </div>
          ))}
        </div>
        <div className={classes['consent']}>
          <span className={classes['box']} />
          <span>{consent_text || 'Текст согласия'}</span>
        </div>
        {organization.privacy_policy_url !== '' && <p className={classes['policy']}>{FORM_TEXT.policy}</p>}
        <div className={classes['button']}>{landing.button_text || FORM_TEXT.button}</div>
        {landing.text && <p className={classes['text']}>{landing.text}</p>}
        <p className={classes['small']}>{smallPrint({ ...values, organization }).join(' · ')}</p>
      </div>
    </section>
  );
}
