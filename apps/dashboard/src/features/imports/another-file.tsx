import { Button } from '@mantine/core';
import type { ImportKind } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useAddress } from '@/shared/list/use-address.ts';

/** Link to the first step. The import that is open stays in the list there. */
export function AnotherFile({ kind }: { kind: ImportKind }) {
  const { linkTo } = useAddress();
  return (
    <Button component={Link} to={linkTo({ id: null, step: null, kind })} variant="default">
      Загрузить другой файл
    </Button>
  );
}
