import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { SEARCH_MIN } from '@referral-dashboard/api-contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCount } from '../../shared/format/count.ts';
import { PartProblem } from '../../shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '../../shared/ui/feedback/text-skeleton.tsx';
import { IconSearch } from '../../shared/ui/icons.ts';
import { FoundList } from './found-list.tsx';
import type { Place } from './place.ts';
import classes from './search.module.css';
import { type Choice, useFound } from './use-found.ts';

const FOUND = ['вариант', 'варианта', 'вариантов'] as const;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

type SearchProps = {
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
  places: readonly Place[];
};

/** Global search: a combobox over records, pages and actions. */
export function SearchDialog({ isOpen, ...search }: SearchProps & { isOpen: boolean }) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={search.onClose}
      size={600}
      padding={0}
      yOffset="10dvh"
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Поиск по всему">
        <Modal.Body>
          <Search {...search} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ typed, onType, onClose, places }: SearchProps) {
  const [active, setActive] = useState(0);
  const { groups, isLong, isWaiting, error, retry } = useFound(typed, places);
  const navigate = useNavigate();
  const list = useId();
  const choices = groups.flatMap((group) => group.choices);
  const optionId = (index: number) => `${list}-${index}`;
  // A new result list may be shorter than the previous one.
  const chosen = Math.min(active, choices.length - 1);

  const choose = ({ to, state, act }: Choice) => {
    onClose();
    act?.();
    if (to !== undefined) void navigate(to, { state });
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const choice = choices[chosen];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      const next = (chosen + step + choices.length) % choices.length;
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && choice !== undefined) {
      event.preventDefault();
      choose(choice);
    }
  };

  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        classNames={{ root: classes['field'] ?? '', input: classes['input'] ?? '' }}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        placeholder="Имя, телефон, номер или раздел"
        aria-label="Поиск по всему"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? optionId(chosen) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div className={classes['found']} data-old={isWaiting || undefined}>
        <FoundList
          id={list}
          groups={groups}
          active={chosen}
          optionId={optionId}
          onPoint={setActive}
          onChoose={choose}
        />
        {error && <PartProblem error={error} title="Поиск не ответил" onRetry={retry} />}
        {isWaiting && <TextSkeleton lines={3} className={classes['waiting'] ?? ''} />}
        {!isWaiting && !error && choices.length === 0 && (
          <Text c="dimmed" className={classes['nothing']}>
            {isLong
              ? 'Ничего не нашлось. Проверьте слово или поищите по телефону и номеру.'
              : `Введите хотя бы ${SEARCH_MIN} знака`}
          </Text>
        )}
      </div>
      <VisuallyHidden role="status">
        {!isWaiting && (choices.length > 0 ? formatCount(choices.length, FOUND) : '')}
      </VisuallyHidden>
    </>
  );
}
