import { Anchor, Group, Radio, type RadioGroupProps, Text } from '@mantine/core';
import {
  offeredKinds,
  organizationRoutes,
  PARTNER_FIELD_LABELS,
  type Partner,
  WITHHOLDING_IS_OFF,
} from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { termsForm } from '@/shared/paths.ts';
import { kindOptions } from '../partner.ts';

type KindFieldProps = {
  /** Selected kind. It stays available even if the organization no longer works with this kind. */
  kind: Partner['kind'];
  field: Partial<RadioGroupProps>;
};

/** Kind of a partner. Kinds that the organization does not work with are disabled. */
export function KindField({ kind, field }: KindFieldProps) {
  const { data: organization } = useApiQuery(organizationRoutes.organization, {});
  const canUpdateOrganization = useIsPermitted('updateOrganization');
  const availableKinds = organization && offeredKinds(organization);
  const isWithholdingOff = organization?.withholds_tax_since === null;
  return (
    <Radio.Group label={PARTNER_FIELD_LABELS.kind} {...field}>
      <Group gap="md" mt="xs">
        {kindOptions.map(({ value, label }) => (
          <Radio
            key={value}
            value={value}
            label={label}
            disabled={availableKinds !== undefined && value !== kind && !availableKinds.includes(value)}
          />
        ))}
      </Group>
      {isWithholdingOff && (
        <Text c="dimmed" size="xs" mt="xs">
          {WITHHOLDING_IS_OFF}{' '}
          {canUpdateOrganization && (
            <Anchor component={Link} to={termsForm} inherit>
              Включить
            </Anchor>
          )}
        </Text>
      )}
    </Radio.Group>
  );
}
