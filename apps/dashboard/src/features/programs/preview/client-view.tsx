import { Text, Title } from '@mantine/core';
import type { Organization } from '@referral-dashboard/api-contract';
import type { ProgramValues } from '../form/program-values.ts';
import classes from './client-view.module.css';

type ClientViewProps = { values: ProgramValues; organization: Organization };

/** The public page as a client will see it on a phone: a picture, nothing in it works. Light, as clients mostly have it. */
export function ClientView({ values, organization }: ClientViewProps) {
  const { landing, consent_text, ad_label, ad_erid } = values;
  const small = [
    organization.legal_name || organization.name,
    ad_label || (ad_erid && 'Реклама'),
    ad_erid && `erid: ${ad_erid}`,
  ];
  return (
    <section aria-labelledby="client-view">
      <Title order={2} size="h3" mb="sm" id="client-view">
        Так увидит клиент
      </Title>
      <div className={classes['phone']} role="img" aria-label={`Страница «${landing.title}»`}>
        <Text className={classes['inviter']}>Вас приглашает Алексей С.</Text>
        <p className={classes['title']} data-empty={landing.title === '' || undefined}>
          {landing.title || 'Заголовок страницы'}
        </p>
        {landing.subtitle && <p className={classes['text']}>{landing.subtitle}</p>}
        <div className={classes['fields']}>
          {['Имя', 'Телефон', 'Комментарий'].map((label) => (
            <div key={label}>
              <span className={classes['label']}>{label}</span>
              <div className={classes['field']} />
            </div>
          ))}
        </div>
        <div className={classes['consent']}>
          <span className={classes['box']} />
          <span>{consent_text || 'Текст согласия'}</span>
        </div>
        <div className={classes['button']}>{landing.button_text || 'Оставить заявку'}</div>
        {landing.text && <p className={classes['text']}>{landing.text}</p>}
        <p className={classes['small']}>{small.filter(Boolean).join(' · ')}</p>
      </div>
    </section>
  );
}
