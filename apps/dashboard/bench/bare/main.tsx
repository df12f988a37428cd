import '@mantine/core/styles.css';
import {
  Anchor,
  Button,
  MantineProvider,
  Paper,
  PasswordInput,
  Stack,
  TextInput,
  Title,
} from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

/** Sign-in form without behavior: measures the baseline cost of React, Mantine and the router. */
const SignIn = () => (
  <Paper withBorder p="xl" maw={400} mx="auto" mt="10vh">
    <Title order={1} size="h2" mb="lg">
      Вход
    </Title>
    <form>
      <Stack>
        <TextInput label="Телефон" type="tel" />
        <PasswordInput label="Пароль" />
        <Button type="submit" fullWidth>
          Войти
        </Button>
        <Anchor component={Link} to="/forgot">
          Забыли пароль?
        </Anchor>
      </Stack>
    </form>
  </Paper>
);

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <MantineProvider>
      <BrowserRouter>
        <Routes>
          <Route path="*" element={<SignIn />} />
        </Routes>
      </BrowserRouter>
    </MantineProvider>,
  );
