import { Text, UnstyledButton } from '@mantine/core';
import { useUser } from '@referral-dashboard/react-auth';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { shortName } from '@/shared/format/person-name.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { paths } from '@/shared/paths.ts';
import classes from './user-link.module.css';

/** Link to the profile with the user's name, or the phone, or the word «Профиль». */
export const UserLink = memo(function UserLink({ isNarrow = false }: { isNarrow?: boolean }) {
  const user = useUser();
  if (!user) return null;
  return (
    <UnstyledButton
      component={Link}
      to={paths.profile}
      className={classes['link']}
      data-narrow={isNarrow || undefined}
    >
      <Text span truncate>
        {shortName(user) || formatPhone(user['phone']) || 'Профиль'}
      </Text>
    </UnstyledButton>
  );
});
