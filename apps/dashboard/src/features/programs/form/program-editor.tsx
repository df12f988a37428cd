import { Alert, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import type { Organization, Program } from '@referral-dashboard/api-contract';
import { type FormEvent, useEffect } from 'react';
import { TermsPreview } from '@/entities/program/reward/terms-preview.tsx';
import { focusField } from '@/shared/form/focus-field.ts';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import { SaveBar } from '@/shared/ui/form/save-bar.tsx';
import { IconAlertCircle } from '@/shared/ui/icons.ts';
import { useIsWide } from '@/shared/ui/viewport/use-viewport.ts';
import { Calculator } from '../preview/calculator.tsx';
import { ClientPreview } from '../preview/client-preview.tsx';
import classes from './program-editor.module.css';
import { BasicsSection } from './sections/basics-section.tsx';
import { LegalSection } from './sections/legal-section.tsx';
import { PageSection } from './sections/page-section.tsx';
import { RewardSection } from './sections/reward-section.tsx';
import { RulesSection } from './sections/rules-section.tsx';
import { SiteSection } from './sections/site-section.tsx';
import type { ProgramForm } from './use-program-form.ts';

const SIDE_OPTIONS = [
  { value: 'form', label: 'Форма' },
  { value: 'preview', label: 'Просмотр' },
] as const;

type ProgramEditorProps = {
  editor: ProgramForm;
  program: Program | null;
  organization: Organization;
  onSave: () => void;
  /** Name of the field to focus. The page may open the form for it. */
  focusedField?: string | null;
  onFocused?: () => void;
};

/** Program form with a live preview. Narrow screens show one of the two, selected with a switch. */
export function ProgramEditor({
  editor,
  program,
  organization,
  onSave,
  focusedField = null,
  onFocused,
}: ProgramEditorProps) {
  const { form, failure, isDirty, isSending, isRewardChanged, side, setSide } = editor;
  const isWide = useIsWide();
  useEffect(() => {
    if (focusedField === null) return;
    focusField(form, focusedField);
    onFocused?.();
  }, [focusedField, form, onFocused]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  const hasNewRule = isRewardChanged && program?.reward && program.figures.leads > 0;
  return (
    <>
      {!isWide && (
        <SegmentedControl
          aria-label="Что показать"
          fullWidth
          mb="md"
          data={[...SIDE_OPTIONS]}
          value={side}
          onChange={setSide}
        />
      )}
      <div className={classes['grid']}>
        <form
          onSubmit={handleSubmit}
          noValidate
          aria-label="Программа"
          className={classes['side']}
          data-shown={isWide || side === 'form' || undefined}
        >
          <Stack gap="lg">
            <BasicsSection form={form} />
            <RewardSection
              form={form}
              program={program?.id}
              rule={hasNewRule ? (program.reward?.version ?? null) : null}
            >
              {hasNewRule && <TermsPreview program={program.id} terms={form.values} />}
            </RewardSection>
            <RulesSection form={form} />
            <PageSection form={form} />
            <SiteSection form={form} />
            <LegalSection form={form} />
            {editor.isOutdated && (
              <Alert
                role="alert"
                color="amber"
                title="Программу уже изменили"
                icon={<IconAlertCircle size={20} stroke={1.75} />}
              >
                Введенное здесь на месте. Возьмите изменения к себе, проверьте и сохраните.
                <Group mt="sm" gap="sm">
                  <Button variant="default" onClick={editor.mergeSaved}>
                    Взять изменения
                  </Button>
                  <Button variant="subtle" onClick={editor.reset}>
                    Отказаться от введенного
                  </Button>
                </Group>
              </Alert>
            )}
            <FormError failure={failure} />
            <SaveBar
              isShown={program === null || isDirty || isSending}
              isSaving={isSending}
              idleText={isDirty || isSending ? undefined : 'Черновик видите только вы'}
              onCancel={editor.reset}
            />
          </Stack>
        </form>
        <div className={classes['side']} data-shown={isWide || side === 'preview' || undefined}>
          <Stack gap="xl" className={classes['preview']}>
            <ClientPreview values={form.values} organization={organization} />
            <Calculator {...form.values} />
          </Stack>
        </div>
      </div>
    </>
  );
}
