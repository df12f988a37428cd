import { Skeleton, Tabs, Text, VisuallyHidden } from '@mantine/core';
import type { Organization, Program } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Status } from '@/entities/status/status.tsx';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatNumber } from '@/shared/format/count.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { paths } from '@/shared/paths.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { UnsavedChanges } from '@/shared/ui/form/unsaved-changes.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { SideScroller, scrollTabIntoView } from '@/shared/ui/side-scroller.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { EditorSkeleton } from '../form/editor-skeleton.tsx';
import { useProgramForm } from '../form/use-program-form.ts';
import { Overview } from '../overview/overview.tsx';
import { MissingFieldList } from './missing-field-list.tsx';
import { NextStep } from './next-step.tsx';
import classes from './organization-program.module.css';
import { ProgramActions } from './program-actions.tsx';
import { useActivation } from './use-activation.ts';

const ProgramEditor = lazy(async () => ({
  default: (await import('../form/program-editor.tsx')).ProgramEditor,
}));
const ProgramPartners = lazy(async () => ({
  default: (await import('../groups/program-partners.tsx')).ProgramPartners,
}));
const LinkList = lazy(async () => ({ default: (await import('../related/link-list.tsx')).LinkList }));
const LeadList = lazy(async () => ({ default: (await import('../related/lead-list.tsx')).LeadList }));

type OrganizationProgramProps = { program: Program; organization: Organization };

const OVERVIEW_TAB = 'overview';
const TERMS_TAB = 'terms';

/** Page of a program for its organization: overview, terms, partners, links and leads. */
export function OrganizationProgram({ program, organization }: OrganizationProgramProps) {
  const editor = useProgramForm(program, organization);
  const activation = useActivation(program, organization, editor);
  const isEditable = useIsPermitted('updateProgram');
  const [isDeleted, setDeleted] = useState(false);
  const [focusedField, setFocusedField] = useState<string | null>(null);
  const address = useAddress();
  const tabs = {
    [OVERVIEW_TAB]: 'Обзор',
    [TERMS_TAB]: 'Условия',
    partners: `Партнеры ${formatNumber(program.figures.partners)}`,
    links: 'Ссылки',
    leads: `Лиды ${formatNumber(program.figures.leads)}`,
  };
  const requestedTab = address.get('tab');
  const tab = requestedTab in tabs ? requestedTab : OVERVIEW_TAB;
  const selectTab = (name: string | null) =>
    address.change({ tab: name === OVERVIEW_TAB ? null : name }, { replace: true });
  const openTerms = () => selectTab(TERMS_TAB);
  const goToField = (field: string) => {
    editor.setSide('form');
    setFocusedField(field);
    openTerms();
  };
  const handleActivate = () => {
    // Unsaved changes are saved first, and their errors are shown in the form.
    if (editor.isDirty) openTerms();
    void activation.start();
  };
  const handleSave = async () => {
    if (await editor.save())
      void toast.success({
        title: 'Программа сохранена',
        description: program.figures.partners > 0 ? 'Партнеры уже видят новые условия' : 'Условия обновлены',
      });
  };
  const handleRemove = () => {
    editor.discardDraft();
    setDeleted(true);
  };
  return (
    <Page
      subject={program.name}
      aside={
        <Text component="span">
          <Status kind="program" state={program.effective_status} isPill />
        </Text>
      }
      actions={
        <PermissionGate call="updateProgram">
          <ProgramActions
            program={program}
            onActivate={handleActivate}
            isActivating={activation.isBusy}
            isReady={activation.isReady}
            onRemoved={handleRemove}
          />
        </PermissionGate>
      }
    >
      {isEditable && program.status === 'draft' && !activation.isReady && (
        <MissingFieldList {...activation} onField={goToField} />
      )}
      <NextStep program={program} />
      <ActionError failure={activation.failure} />
      <Tabs value={tab} onChange={selectTab} keepMounted={false} keepMountedMode="display-none">
        <SideScroller className={classes['tabs'] ?? ''}>
          <Tabs.List>
            {Object.entries(tabs).map(([value, label]) => (
              <Tabs.Tab key={value} value={value} {...(value === tab && { ref: scrollTabIntoView })}>
                {label}
                {value === TERMS_TAB && editor.isDirty && <UnsavedMark />}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </SideScroller>
        <Tabs.Panel value={OVERVIEW_TAB}>
          <Overview program={program} onOpenTerms={openTerms} />
        </Tabs.Panel>
        <Tabs.Panel value={TERMS_TAB}>
          <fieldset className={classes['terms']} disabled={!isEditable}>
            <Suspense fallback={<EditorSkeleton />}>
              <ProgramEditor
                editor={editor}
                program={program}
                organization={organization}
                onSave={() => void handleSave()}
                focusedField={focusedField}
                onFocused={() => setFocusedField(null)}
              />
            </Suspense>
          </fieldset>
        </Tabs.Panel>
        <Suspense fallback={<Skeleton height={240} />}>
          <Tabs.Panel value="partners">
            <ProgramPartners program={program} organization={organization} />
          </Tabs.Panel>
          <Tabs.Panel value="links">
            <LinkList program={program} />
          </Tabs.Panel>
          <Tabs.Panel value="leads">
            <LeadList program={program} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
      <UnsavedChanges isDirty={editor.isDirty && !isDeleted} onLeave={editor.discardDraft} />
      {isDeleted && <Navigate to={paths.programs} replace />}
    </Page>
  );
}

const UnsavedMark = () => (
  <>
    <span aria-hidden className={classes['unsaved']} />
    <VisuallyHidden>, есть несохраненные изменения</VisuallyHidden>
  </>
);
