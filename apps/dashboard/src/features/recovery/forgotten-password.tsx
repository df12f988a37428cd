import { Button, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';

/** Ways back in for who forgot the password, where nothing can be sent to the person. */
export const ForgottenPassword = () => (
  <Stack gap="md">
    <Text>Новый пароль можно задать по ссылке, которую создаст владелец организации:</Text>
    <List spacing="xs" withPadding={false}>
      <List.Item>
        партнер просит ее у компании, чью программу рекомендует: ссылку создают в карточке партнера;
      </List.Item>
      <List.Item>сотрудник просит у владельца: ссылку создают на странице «Команда»;</List.Item>
      <List.Item>владелец, если он один, обращается к тому, кто обслуживает этот сервер.</List.Item>
    </List>
    <Button h={44} fullWidth variant="default" component={Link} to={paths.login}>
      Вернуться ко входу
    </Button>
  </Stack>
);
