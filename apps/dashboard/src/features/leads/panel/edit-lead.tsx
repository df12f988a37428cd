import { LEAD_FIELD_NAMES, type Lead } from '@referral-dashboard/api-contract';
import { READERS } from '../../../shared/readers.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '../../../shared/ui/form/fields/money-field.tsx';
import { LeadField } from '../lead-field.tsx';
import { useEditLeadForm } from './use-edit-lead-form.ts';

/** Edit form of a lead: contacts, comment and deal amount. */
export default function EditLead({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { form, submit, failure, isSending } = useEditLeadForm(lead, onClose);
  return (
    <FormDialog
      title={`Изменить: ${lead.number}`}
      label="Изменить лид"
      verb="Сохранить"
      isSending={isSending}
      failure={failure}
      onSend={submit}
      onClose={onClose}
    >
      {LEAD_FIELD_NAMES.map((name) => (
        <LeadField
          key={name}
          name={name}
          description={READERS.team}
          data-autofocus={name === 'name' || undefined}
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
