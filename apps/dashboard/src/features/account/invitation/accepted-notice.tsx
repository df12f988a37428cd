import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { Actions } from '@/shared/ui/feedback/actions.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import type { Acceptance } from './use-acceptance.ts';

/** The link is used, but the new session could not be opened. */
export const AcceptedNotice = ({
  acceptance: { failure, isSending, accept },
}: {
  acceptance: Acceptance;
}) => (
  <>
    <FormError failure={failure} />
    <Actions>
      <Button loading={isSending} onClick={accept}>
        Повторить
      </Button>
      <Button variant="default" component={Link} to={paths.login}>
        Войти с паролем
      </Button>
    </Actions>
  </>
);
