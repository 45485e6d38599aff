import { useState } from 'react';

import { AmountCounter } from '#ui/amount-counter.tsx';
import { ButtonPair } from '#ui/button-pair.tsx';
import { Button } from '#ui/button.tsx';
import { CartList, CartRow } from '#ui/cart-row.tsx';
import { CheckoutPanel } from '#ui/checkout-panel.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextButton } from '#ui/text-button.tsx';

const nothing = () => undefined;

/** The parts of a cart in every state. */
export function CartSamples() {
  const [count, setCount] = useState(2);
  const remove = { label: 'Odebrat', onRemove: nothing };
  return (
    <>
      <ButtonPair>
        <Button>Objednat</Button>
        <Button tone="quiet" aria-label="Do košíku">
          <Icon name="cart" />
        </Button>
      </ButtonPair>
      <CartList label="Jídla">
        <CartRow
          name="Svíčková na smetaně, houskové knedlíky, brusinkový terč a šlehačka podle babiččina receptu"
          facts={['úterý 24. listopadu', 'Hlavní jídelna']}
          modifiers={{ text: 'bez cibule, větší porce', action: <TextButton>Změnit</TextButton> }}
          counter={
            <AmountCounter
              label="Počet porcí"
              lessLabel="O porci méně"
              moreLabel="O porci více"
              value={count}
              limits={{ min: 1, max: 999 }}
              onChange={setCount}
            />
          }
          price="250,00 Kč"
          priceBefore={{ label: 'Dříve:', amount: '238,00 Kč' }}
          each="125,00 Kč za kus"
          remove={remove}
        />
        <CartRow name="Hovězí vývar" facts={['úterý 24. listopadu']} price="39,00 Kč" remove={remove} />
        <CartRow
          name="Ovocný koláč"
          facts={['pondělí 23. listopadu']}
          price="45,00 Kč"
          problem="Tento den už uplynul."
          remove={remove}
        />
      </CartList>
      <CheckoutPanel
        title="Objednávka"
        total={{ label: 'Celkem', amount: '12 334,00 Kč' }}
        balance={{ label: 'Zůstatek', amount: '15 000,00 Kč' }}
      >
        <Button wide>Objednat za 12 334,00 Kč</Button>
      </CheckoutPanel>
    </>
  );
}
