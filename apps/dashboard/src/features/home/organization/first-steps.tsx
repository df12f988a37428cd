import { Anchor, Button } from '@mantine/core';
import type { HomeStart } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { paths } from '@/shared/paths.ts';
import { IconCheck } from '@/shared/ui/icons.ts';
import { Section } from '@/shared/ui/section/section.tsx';
import classes from './first-steps.module.css';
import { getStepDetails } from './steps.ts';

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
  const completedCount = steps.filter((step) => step.done).length;
  const nextStep = steps.find((step) => !step.done);
  if (nextStep === undefined) return null;
  return (
    <Section
      title="Первые шаги"
      tools={
        <span className={classes['count']}>
          {completedCount} из {steps.length}
        </span>
      }
    >
      <ol className={classes['steps']}>
        {steps.map((step, index) => {
          if (isBrief && step.done) return null;
          const { title, text, action, to } = getStepDetails(step, steps);
          return (
            <li key={step.step} className={classes['step']} data-done={step.done || undefined}>
              <span className={classes['mark']} aria-hidden>
                {step.done ? <IconCheck size={16} stroke={2} /> : index + 1}
              </span>
              <div>
                <span className={classes['title']} data-next={step === nextStep || undefined}>
                  {title}
                </span>
                {step.done && <span className={classes['visuallyHidden']}>, сделано</span>}
                {step === nextStep && (
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
  const canSetUpSenders = useIsPermitted('senders');
  const channels = [...(email ? [] : ['почту']), ...(telegram ? [] : ['Telegram'])].join(' и ');
  if (!canSetUpSenders || channels === '') return null;
  return (
    <p className={classes['optional']}>
      По желанию:{' '}
      <Anchor component={Link} to={paths.organization} underline="always">
        настройте {channels}
      </Anchor>
      , чтобы {email ? 'уведомления уходили сами' : 'приглашения и уведомления уходили сами'}.
    </p>
  );
}
