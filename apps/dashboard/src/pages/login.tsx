import '@mantine/core/styles/Group.layer.css';
import '../shared/ui/field-styles.ts';
import { Anchor, Group, Paper, Text } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router-dom';
import { LoginForm } from '../features/login/login-form.tsx';
import { env } from '../shared/env.ts';
import { PRODUCT_NAME } from '../shared/product.ts';
import { LinesAndNodes } from '../shared/ui/lines-and-nodes.tsx';
import { DocumentTitle, PageHeading } from '../shared/ui/page-heading.tsx';
import { ProductMark } from '../shared/ui/product-mark.tsx';
import { wayBack } from '../shared/way-back.ts';
import classes from './login.module.css';

export default function LoginPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const supportUrl = env.supportUrl();
  return (
    <div className={classes['page']}>
      <DocumentTitle title="Вход" />
      <LinesAndNodes className={classes['motif']} />
      <Group gap="sm" className={classes['brand']}>
        <ProductMark size={32} />
        <Text fw={600}>{PRODUCT_NAME}</Text>
      </Group>
      <Paper withBorder radius="lg" className={classes['card']}>
        <PageHeading className={classes['heading']}>Вход</PageHeading>
        <LoginForm onSignedIn={() => void navigate(wayBack(state), { replace: true })} />
      </Paper>
      {supportUrl && (
        <Anchor href={supportUrl} size="sm" className={classes['support']}>
          Не получается войти? Напишите нам
        </Anchor>
      )}
    </div>
  );
}
