import {
  modifierLimits,
  unfinishedGroups,
  type Modifier,
  type ModifierGroup,
  type ModifierId,
} from '@refectory/domain/modifiers';
import { orderPrice } from '@refectory/domain/money';
import { modifiersOf, withModifierPrices } from '@refectory/domain/portion';
import { useRef, useState, type Ref } from 'react';
import { useTranslations } from 'use-intl';

import type { DialogTypes } from '#platform/dialogs/dialog-store.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceGroup } from '#ui/choice-group.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Stack } from '#ui/page-shell.tsx';

/** What is chosen with a dish, group by group, and what the dish costs with it. */
export function ModifiersDialog({
  isOpen,
  props: { dish, day, price, quantity, groups, chosen: before, step },
  onAnswer,
}: {
  /** False while something lies over it: what was chosen stays. */
  isOpen: boolean;
  props: DialogTypes['modifiers']['props'];
  onAnswer: (answer: readonly Modifier[] | undefined) => void;
}) {
  const t = useTranslations('cart');
  const tDialogs = useTranslations('dialogs');
  const formats = useFormats();
  const [chosen, setChosen] = useState<ReadonlySet<ModifierId>>(() => new Set(before));
  const [isTold, setTold] = useState(false);
  const firstChoices = useRef(new Map<ModifierId, HTMLInputElement | null>());
  const modifiers = modifiersOf(groups, chosen);
  const unfinished = unfinishedGroups(groups, chosen);
  const portion = withModifierPrices(price, modifiers);
  const amount = formats.amount(orderPrice(portion, quantity));
  const labels = { order: t('orderFor', { amount }), add: t('addFor', { amount }), change: t('save') };
  return (
    <Dialog
      open={isOpen}
      closable
      closeLabel={tDialogs('close')}
      title={dish}
      onClose={() => onAnswer(undefined)}
      footer={
        <Button
          wide
          onClick={() => {
            const [missing] = unfinished;
            if (!missing) {
              onAnswer(modifiers);
              return;
            }
            setTold(true);
            firstChoices.current.get(missing.id)?.focus();
          }}
        >
          {labels[step]}
        </Button>
      }
    >
      <Stack>
        <p>{day}</p>
        {groups.map((group) => (
          <GroupChoice
            key={group.id}
            group={group}
            chosen={chosen}
            isWrong={isTold && unfinished.includes(group)}
            firstRef={(choice) => void firstChoices.current.set(group.id, choice)}
            onChoose={setChosen}
          />
        ))}
      </Stack>
    </Dialog>
  );
}

function GroupChoice({
  group,
  chosen,
  isWrong,
  firstRef,
  onChoose,
}: {
  group: ModifierGroup;
  chosen: ReadonlySet<ModifierId>;
  isWrong: boolean;
  firstRef: Ref<HTMLInputElement>;
  onChoose: (chosen: ReadonlySet<ModifierId>) => void;
}) {
  const t = useTranslations('cart');
  const formats = useFormats();
  const { min, max } = modifierLimits(group);
  const limits =
    min === max
      ? t('chooseExactly', { count: max })
      : min === 0
        ? t('chooseUpTo', { count: max })
        : t('chooseBetween', { min, max });
  const { options } = group;
  // An id may be a number; the control knows texts.
  const places = options.flatMap(({ id }, place) => (chosen.has(id) ? [String(place)] : []));
  return (
    <ChoiceGroup
      label={group.name}
      // The error says the same.
      hint={isWrong || (min === 0 && max === options.length) ? undefined : limits}
      error={isWrong ? limits : undefined}
      required={min > 0}
      requiredText={limits}
      several={min !== 1 || max !== 1}
      choices={options.map(({ name, price }, place) => ({
        value: String(place),
        label: price ? t('extra', { name, price: `${price > 0 ? '+' : ''}${formats.price(price)}` }) : name,
      }))}
      chosen={places}
      firstRef={firstRef}
      onChoose={(next) => {
        const added = next.filter((place) => !places.includes(place));
        // In a group of which only one can be chosen, the new choice replaces the old one.
        const kept = max === 1 && added.length > 0 ? added : next;
        const ids = new Set(options.map(({ id }) => id));
        onChoose(
          new Set([
            ...[...chosen].filter((id) => !ids.has(id)),
            ...options.filter((_, place) => kept.includes(String(place))).map(({ id }) => id),
          ]),
        );
      }}
    />
  );
}
