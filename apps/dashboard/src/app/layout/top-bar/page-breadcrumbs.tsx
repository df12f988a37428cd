import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { usePageHandle } from '@/shared/ui/page/page-handle.ts';
import classes from './page-breadcrumbs.module.css';

/** Breadcrumbs of nested pages, for example «Партнеры / Новый партнер». */
export function PageBreadcrumbs() {
  const { title, parent } = usePageHandle();
  if (!parent) return null;
  return (
    <nav aria-label="Путь" className={classes['trail']}>
      <Breadcrumbs separatorMargin="xs" className={classes['crumbs']}>
        <Anchor component={Link} to={parent.path}>
          {parent.title}
        </Anchor>
        <Text c="dimmed" aria-current="page" truncate title={title}>
          {title}
        </Text>
      </Breadcrumbs>
    </nav>
  );
}
