import { LEAD_FIELD_NAMES, type Lead } from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';
import { LeadField } from './lead-field.tsx';
import { useEditLeadForm } from './use-edit-lead-form.ts';

/** Edit form of a lead: contacts, comment and deal amount. */
export default function EditLeadDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { form, submit, failure, isSending } = useEditLeadForm(lead, onClose);
  return (
    <FormDialog
      title={`Изменить: ${lead.number}`}
      label="Изменить лид"
      submitLabel="Сохранить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {LEAD_FIELD_NAMES.map((name) => (
        <LeadField
          key={name}
          name={name}
          description={VISIBILITY_HINTS.team}
          data-autofocus={name === 'name' || undefined}
          required={name === 'name'}
          {...form.getInputProps(name)}
        />
      ))}
      {lead.status === 'won' && (
        <MoneyField
          label="Сумма сделки"
          description="Вознаграждение пересчитается"
          {...form.getInputProps('deal_amount_kop')}
        />
      )}
    </FormDialog>
  );
}
