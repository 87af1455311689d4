"""Words for headlines, people and keywords; each story has its Italian twin."""

from __future__ import annotations

SUBJECTS = (
    ("Harbour festival", "La festa del porto"),
    ("City library", "La biblioteca civica"),
    ("Night tram", "Il tram notturno"),
    ("Fish market", "Il mercato del pesce"),
    ("School orchestra", "L'orchestra della scuola"),
    ("Old lighthouse", "Il vecchio faro"),
    ("River ferry", "Il traghetto sul fiume"),
    ("Mountain railway", "La ferrovia di montagna"),
    ("Women's rowing club", "Il club di canottaggio femminile"),
    ("Bakers' guild", "La corporazione dei fornai"),
    ("Weather station", "La stazione meteorologica"),
    ("Open-air cinema", "Il cinema all'aperto"),
    ("Botanical garden", "L'orto botanico"),
    ("Volunteer fire brigade", "Il corpo dei pompieri volontari"),
    ("Town council", "Il consiglio comunale"),
    ("Bicycle workshop", "La ciclofficina"),
    ("Puppet theatre", "Il teatro delle marionette"),
    ("Chess league", "La lega degli scacchi"),
    ("Flood barrier", "La barriera contro le piene"),
    ("Beekeepers", "L'associazione degli apicoltori"),
)

EVENTS = (
    ("draws record crowd", "richiama una folla record"),
    ("reopens after three years", "riapre dopo tre anni"),
    ("asks for a second chance", "chiede una seconda occasione"),
    ("wins regional prize", "vince il premio regionale"),
    ("cuts its opening hours", "riduce gli orari di apertura"),
    ("moves to a new home", "cambia sede"),
    ("publishes its accounts", "pubblica i conti"),
    ("finds forgotten letters", "ritrova lettere dimenticate"),
    ("turns a hundred", "compie cent'anni"),
    ("looks for helpers", "cerca volontari"),
    ("goes solar", "passa al fotovoltaico"),
    ("closes for the winter", "chiude per l'inverno"),
    ("plans a quiet season", "prepara una stagione tranquilla"),
    ("answers its critics", "risponde alle critiche"),
    ("opens its doors to schools", "apre le porte alle scuole"),
    ("counts the cost of the storm", "fa i conti con la tempesta"),
)

PLACES = (
    ("in Ostwick", "a Ostwick"),
    ("on the north quay", "sul molo nord"),
    ("in the old town", "nella città vecchia"),
    ("at Lake Verran", "al lago Verran"),
    ("in Santa Brina", "a Santa Brina"),
    ("below the castle", "sotto il castello"),
    ("along the canal", "lungo il canale"),
    ("in the Lower Valley", "nella Bassa Valle"),
    ("at Pier Seven", "al molo sette"),
    ("in Kestrel Bay", "nella baia del Gheppio"),
    ("on Market Square", "in piazza del Mercato"),
    ("near the station", "vicino alla stazione"),
)

SENTENCES = (
    ("Nobody had expected so many people.", "Nessuno si aspettava tanta gente."),
    ("The figures were presented on Tuesday.", "I dati sono stati presentati martedì."),
    ("Work is to begin in the spring.", "I lavori cominceranno in primavera."),
    ("The mayor spoke of a good day.", "Il sindaco ha parlato di una bella giornata."),
    ("Neighbours remain sceptical.", "I vicini restano scettici."),
    ("Tickets are sold at the door.", "I biglietti si vendono all'ingresso."),
    ("An earlier attempt failed in 2019.", "Un primo tentativo era fallito nel 2019."),
    ("The money comes from three foundations.", "I fondi vengono da tre fondazioni."),
    ("It rained until noon.", "È piovuto fino a mezzogiorno."),
    ("A second report will follow.", "Seguirà un secondo rapporto."),
)

QUOTES = (
    "We counted twice, because nobody believed the first number.",
    "It is not the end of the road, only a bend in it.",
    "You hear the water before you see it.",
    "My grandmother would have laughed.",
)

UNUSUAL_TITLES = (
    "A headline that goes on and on, past the edge of every column, "
    "so that one can see where it is cut off at last",
    "港の祭りに過去最多の人出、市長も驚く",
    "항구 축제에 역대 최대 인파가 몰렸다",
    "渡轮停运三周后恢复通航",
    "🎉 Ten years of the puppet theatre 🎭👩‍👩‍👧‍👦🏳️‍🌈",
    "Cafe\u0301 Ångstro\u0308m: bru\u0302le\u0301e and e\u0301clairs with combining accents",
    "مهرجان الميناء يجذب حشدا قياسيا",
    "פסטיבל הנמל מושך קהל שיא",
    "[bold red]x[/] [@click=app.quit]press here[/] and [link=https://example.org]there[/link]",
    "Esc \x1b[31mred\x1b[0m, bell \x07, title \x1b]0;owned\x07 and\r\nnew\tlines",
    "Right-to-left override \u202egnp.exe and zero\u200bwidth\u200bspaces",
    "<script>alert('x')</script> & \"quotes\" 'single' `ticks` %s {0} $HOME",
    "0",
    "Null is None and undefined is false",
)
"""Titles that try an interface; they are the first records, or the last ones."""

ODD_CASES = "odd cases"
"""The tag of records that try an interface, where they come last."""

CATEGORIES = (
    ("News", "#c0392b"),
    ("Culture", "#8e44ad"),
    ("Sport", "#27ae60"),
    ("Business", "#2c3e50"),
    ("Science", "#2980b9"),
    ("Travel", "#16a085"),
    ("Opinion", "#d35400"),
    ("Weather", "#3498db"),
    ("Harbour", "#1f618d"),
    ("Food & Drink", "#e67e22"),
    ("Obituaries", "#7f8c8d"),
    ("Crosswords", "#f1c40f"),
)

AUTHORS = (
    "Ada Moretti",
    "Björn Åkesson",
    "Chiara Fontana",
    "Dmitri Volkov",
    "Édith Lefèvre",
    "Fatima Zahra",
    "Giulia Rinaldi",
    "Hanna Schäfer",
    "Ivo Petrov",
    "Jun Watanabe",
    "Katarzyna Wójcik",
    "Liam O'Connor",
    "Mei-Ling Chen",
    "Nuno Álvares",
    "Oluwaseun Adeyemi",
    "Paola Bianchi",
    "Quentin Dubois",
    "Rosa Jiménez",
    "Søren Nygaard",
    "Tereza Dvořáková",
    "Umberto Conti",
    "Vera Lindholm",
    "山田花子",
    "Yusuf Demir",
    "Zoë van der Berg",
)

TAGS = (
    "harbour", "city", "school", "music", "theatre", "water",
    "storm", "budget", "election", "volunteers", "railway", "ferry",
    "bicycle", "library", "garden", "fire", "market", "prize",
    "history", "winter", "summer", "energy", "health", "interview",
    "archive", "photo essay", "long read", "breaking", "città", "日本",
)  # fmt: skip

PRODUCTS = ("Print, A3", "Yearly subscription", "Monthly subscription", "Tote bag", "Archive pass")
NOTES = (
    "",
    "",
    "",
    "Leave it with the neighbour.",
    "Gift: no invoice in the parcel.",
    "Called twice.",
)
