import { Anchor, Button } from '@mantine/core';
import type { HomeStart } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useIsPermitted } from '../../../shared/api/permissions.tsx';
import { paths } from '../../../shared/paths.ts';
import { IconCheck } from '../../../shared/ui/icons.ts';
import { Section } from '../parts/section.tsx';
import classes from './first-steps.module.css';
import { adviceFor } from './steps.ts';

type FirstStepsProps = {
  steps: HomeStart['results'];
  senders: HomeStart['senders'] | undefined;
  /** Shows completed steps only as a count, to leave room for other content. */
  isBrief?: boolean;
};

/**
 * Checklist up to the first paid reward. Completed steps are collapsed, the next step is expanded; the list disappears when all
 * steps are done.
 */
export function FirstSteps({ steps, senders, isBrief = false }: FirstStepsProps) {
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  if (next === undefined) return null;
  return (
    <Section
      title="Первые шаги"
      tools={
        <span className={classes['count']}>
          {done} из {steps.length}
        </span>
      }
    >
      <ol className={classes['steps']}>
        {steps.map((step, index) => {
          if (isBrief && step.done) return null;
          const { title, text, action, to } = adviceFor(step, steps);
          return (
            <li key={step.step} className={classes['step']} data-done={step.done || undefined}>
              <span className={classes['mark']} aria-hidden>
                {step.done ? <IconCheck size={16} stroke={2} /> : index + 1}
              </span>
              <div>
                <span className={classes['title']} data-next={step === next || undefined}>
                  {title}
                </span>
                {step.done && <span className={classes['aloud']}>, сделано</span>}
                {step === next && (
                  <>
                    <p className={classes['text']}>{text}</p>
                    <Button component={Link} to={to}>
                      {action}
                    </Button>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {senders && <OptionalStep senders={senders} />}
    </Section>
  );
}

/** Optional channels for owners. The other steps do not depend on them. */
function OptionalStep({ senders: { email, telegram } }: { senders: NonNullable<HomeStart['senders']> }) {
  const isPermitted = useIsPermitted('senders');
  const what = [...(email ? [] : ['почту']), ...(telegram ? [] : ['Telegram'])].join(' и ');
  if (!isPermitted || what === '') return null;
  return (
    <p className={classes['optional']}>
      По желанию:{' '}
      <Anchor component={Link} to={paths.organization} underline="always">
        настройте {what}
      </Anchor>
      , чтобы {email ? 'уведомления уходили сами' : 'приглашения и уведомления уходили сами'}.
    </p>
  );
}
