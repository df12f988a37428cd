import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import {
  CONTRACT_KIND_LABELS,
  CONTRACT_KINDS,
  EMPLOYMENT_LABELS,
  EMPLOYMENTS,
  PARTNER_FIELD_LABELS,
  type Partner,
  partnerRoutes,
  TAX_RESIDENCE_LABELS,
  TAX_RESIDENCES,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import type { InputOf } from '@/shared/api/call.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { isDay } from '@/shared/format/parse-day.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { DayField } from '@/shared/ui/form/fields/day-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

type PartnerChange = Omit<InputOf<typeof partnerRoutes.updatePartner>['body'], 'version'>;

const contractOptions = CONTRACT_KINDS.map((value) => ({ value, label: CONTRACT_KIND_LABELS[value] }));
const employmentOptions = EMPLOYMENTS.map((value) => ({ value, label: EMPLOYMENT_LABELS[value] }));

const residenceOptions = TAX_RESIDENCES.map((value) => ({ value, label: TAX_RESIDENCE_LABELS[value] }));

/** Contract, tax and employment fields. Each change is saved immediately. */
export function ContractFields({ partner }: { partner: Partner }) {
  const { id, version, kind, contract_kind, contract_number, contract_date } = partner;
  const isSelfEmployed = kind === 'self_employed';
  const isEditable = useIsPermitted('updatePartner');
  const { mutate, isPending } = useApiMutation(partnerRoutes.updatePartner, [partnerRoutes.partners]);
  const save = (change: PartnerChange) =>
    mutate(
      { params: { id }, body: { ...change, version } },
      {
        onSuccess: () => void toast.success({ title: 'Сохранено', description: partner.name }),
        onError: (error) => showErrorToast(error, 'Не сохранено'),
      },
    );
  const isLocked = !isEditable || isPending;
  return (
    <Stack gap="sm">
      <NativeSelect
        label={PARTNER_FIELD_LABELS.contract_kind}
        description={
          isSelfEmployed
            ? 'По агентскому договору, комиссии и поручению НПД не применяется'
            : 'От него зависит название акта за месяц'
        }
        data={contractOptions}
        value={contract_kind}
        disabled={isLocked}
        onChange={({ currentTarget: { value } }) =>
          save({ contract_kind: CONTRACT_KINDS.find((option) => option === value) })
        }
      />
      <Group align="end" grow>
        <TextInput
          key={`number ${contract_number}`}
          label={PARTNER_FIELD_LABELS.contract_number}
          autoComplete="off"
          maxLength={60}
          defaultValue={contract_number}
          disabled={isLocked}
          onBlur={({ currentTarget: { value } }) =>
            value.trim() !== contract_number && save({ contract_number: value.trim() })
          }
        />
        <AutosavedDay
          key={`date ${contract_date}`}
          label={PARTNER_FIELD_LABELS.contract_date}
          saved={contract_date}
          isLocked={isLocked}
          onSave={(day) => save({ contract_date: day })}
        />
      </Group>
      {kind === 'individual' && (
        <NativeSelect
          label={PARTNER_FIELD_LABELS.tax_residence}
          description="От него зависит ставка НДФЛ: у нерезидента 30 %"
          data={residenceOptions}
          value={partner.tax_residence}
          disabled={isLocked}
          onChange={({ currentTarget: { value } }) =>
            save({ tax_residence: TAX_RESIDENCES.find((option) => option === value) })
          }
        />
      )}
      {isSelfEmployed && <Employment partner={partner} isLocked={isLocked} onSave={save} />}
    </Stack>
  );
}

type AutosavedDayProps = {
  label: string;
  maxDate?: string;
  saved: string | null;
  isLocked: boolean;
  onSave: (day: string | null) => void;
};

/** Saves a complete date immediately. An empty date is saved on blur, because the user may be typing a new one. */
function AutosavedDay({ saved: savedDay, isLocked, onSave, ...props }: AutosavedDayProps) {
  const [day, setDay] = useState(savedDay ?? '');
  const saveDay = (value: string) =>
    !isLocked && (value === '' || isDay(value)) && value !== (savedDay ?? '') && onSave(value || null);
  return (
    <DayField
      {...props}
      value={day}
      disabled={isLocked}
      onChange={(value) => {
        setDay(value);
        if (value !== '') saveDay(value);
      }}
      onBlur={() => saveDay(day)}
    />
  );
}

type EmploymentProps = { partner: Partner; isLocked: boolean; onSave: (change: PartnerChange) => void };

/** Employment of a self-employed partner by the organization. It affects eligibility for the NPD tax regime. */
function Employment({ partner: { employment, employed_until }, isLocked, onSave }: EmploymentProps) {
  const { dayAt } = useDates();
  return (
    <>
      <NativeSelect
        label={PARTNER_FIELD_LABELS.employment}
        description="Доход от работодателя, в том числе бывшего, два года не облагается НПД"
        data={employmentOptions}
        value={employment}
        disabled={isLocked}
        onChange={({ currentTarget: { value } }) =>
          onSave({ employment: EMPLOYMENTS.find((option) => option === value) })
        }
      />
      {employment === 'former' && (
        <AutosavedDay
          key={`until ${employed_until}`}
          label={PARTNER_FIELD_LABELS.employed_until}
          maxDate={dayAt(Date.now())}
          saved={employed_until}
          isLocked={isLocked}
          onSave={(day) => onSave({ employed_until: day })}
        />
      )}
      <Text c="dimmed" size="xs">
        Договор о «поиске клиентов» налоговая может признать агентским. Проверьте его с юристом.
      </Text>
    </>
  );
}
