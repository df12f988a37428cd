import { Anchor, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { usePartnerLinks } from '@/entities/link/use-partner-links.ts';
import { paths } from '@/shared/paths.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { LinkActions } from './link-actions.tsx';
import classes from './link-card.module.css';

/** The partner's referral link, with a selector when there are several. */
export function LinkCard({ partnerId }: { partnerId: string }) {
  const linksQuery = usePartnerLinks(partnerId);
  const [selectedId, setSelectedId] = useState<string>();
  const links = linksQuery.data?.results.filter(({ active }) => active) ?? [];
  const link = links.find(({ id }) => id === selectedId) ?? links[0];
  return (
    <Section
      title="Ваша ссылка"
      tools={
        links.length > 1 && (
          <NativeSelect
            aria-label="Программа"
            className={classes['choice']}
            data={links.map(({ id, program, label }) => ({
              value: id,
              label: label ? `${program.name}, ${label}` : program.name,
            }))}
            value={link?.id}
            onChange={({ currentTarget }) => setSelectedId(currentTarget.value)}
          />
        )
      }
    >
      {link ? (
        <LinkActions key={link.id} link={link} />
      ) : linksQuery.data ? (
        <Text c="dimmed">
          Ссылки пока нет.{' '}
          <Anchor component={Link} to={paths.programs}>
            Вступите в программу
          </Anchor>
          , и вы получите свою.
        </Text>
      ) : linksQuery.error ? (
        <PartProblem
          error={linksQuery.error}
          title="Не удалось загрузить ссылку"
          onRetry={() => void linksQuery.refetch()}
        />
      ) : (
        <Skeleton height={134} />
      )}
    </Section>
  );
}
