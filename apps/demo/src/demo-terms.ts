import type { TermsTexts } from '@refectory/database/terms';

/** The terms of use of the demo's canteens: HTML, below the heading that the application gives them. */
export const demoTerms = {
  en: `<p>These terms hold for everybody who orders meals from the canteen.</p>
<h3>Ordering</h3>
<ul>
<li>A meal is ordered when the application says so. Its price is taken from your account at once.</li>
<li>You can cancel a meal until the time shown with it, and get back what you paid.</li>
<li>After that time you can offer the meal to others. You get your money back when somebody takes it.</li>
</ul>
<h3>Your account</h3>
<ul>
<li>Your password is yours alone. Tell us when somebody else may know it.</li>
<li>You can save everything we hold about you as a file at any time.</li>
</ul>
<h3>Your data</h3>
<p>We keep your name, your e-mail address and your orders to cook and to bill your meals, and for nothing else.</p>`,
  cs: `<p>Tyto podmínky platí pro každého, kdo si v jídelně objednává jídlo.</p>
<h3>Objednávání</h3>
<ul>
<li>Jídlo je objednáno, jakmile to aplikace potvrdí. Cena se hned strhne z vašeho účtu.</li>
<li>Jídlo můžete zrušit do času, který je u něj uveden. Zaplacenou částku dostanete zpět.</li>
<li>Po tomto čase můžete jídlo nabídnout ostatním. Peníze dostanete zpět, když si ho někdo vezme.</li>
</ul>
<h3>Váš účet</h3>
<ul>
<li>Heslo patří jen vám. Pokud by ho mohl znát někdo jiný, dejte nám vědět.</li>
<li>Vše, co o vás vedeme, si můžete kdykoli uložit do souboru.</li>
</ul>
<h3>Vaše údaje</h3>
<p>Jméno, e-mail a objednávky uchováváme, abychom pro vás mohli vařit a jídla vyúčtovat, a k ničemu jinému.</p>`,
  pl: `<p>Te warunki obowiązują każdego, kto zamawia posiłki w stołówce.</p>
<h3>Zamawianie</h3>
<ul>
<li>Posiłek jest zamówiony, gdy aplikacja to potwierdzi. Cena jest od razu pobierana z konta.</li>
<li>Posiłek można anulować do podanej przy nim godziny i odzyskać zapłaconą kwotę.</li>
<li>Później można zaoferować posiłek innym. Pieniądze wracają, gdy ktoś go weźmie.</li>
</ul>
<h3>Konto</h3>
<ul>
<li>Hasło należy tylko do Ciebie. Daj nam znać, jeśli może je znać ktoś inny.</li>
<li>W każdej chwili możesz zapisać w pliku wszystko, co o Tobie przechowujemy.</li>
</ul>
<h3>Dane</h3>
<p>Przechowujemy imię i nazwisko, adres e-mail i zamówienia, aby gotować i rozliczać posiłki, i w żadnym innym celu.</p>`,
  sk: `<p>Tieto podmienky platia pre každého, kto si v jedálni objednáva jedlo.</p>
<h3>Objednávanie</h3>
<ul>
<li>Jedlo je objednané, keď to aplikácia potvrdí. Cena sa hneď strhne z vášho účtu.</li>
<li>Jedlo môžete zrušiť do času, ktorý je pri ňom uvedený. Zaplatenú sumu dostanete späť.</li>
<li>Po tomto čase môžete jedlo ponúknuť ostatným. Peniaze dostanete späť, keď si ho niekto vezme.</li>
</ul>
<h3>Váš účet</h3>
<ul>
<li>Heslo patrí len vám. Ak by ho mohol poznať niekto iný, dajte nám vedieť.</li>
<li>Všetko, čo o vás vedieme, si môžete kedykoľvek uložiť do súboru.</li>
</ul>
<h3>Vaše údaje</h3>
<p>Meno, e-mail a objednávky uchovávame, aby sme pre vás mohli variť a jedlá vyúčtovať, a na nič iné.</p>`,
} satisfies TermsTexts;
