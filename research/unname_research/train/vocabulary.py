"""The rules behind the gazetteer's lists: where in WordNet each list starts, what is added, what is left out."""

NAMES = ("first_name", "family_name", "common_first")
PLACES = ("country", "region", "city", "town", "feature", "large")
CASED = ("nationality", "ethnicity", "religion", "language", "politics")
"""Lists with capitalized words."""

PRECEDENCE = (
    "religion", "ethnicity", "nationality", "language", "kinship", "politics", "education", "health", "crime",
    "award", "weapon", "vehicle", "substance", "trait", "occupation",
)  # fmt: skip
"""An entry of two lists stays in the first of them."""

N_FAMILY_NAMES = 30_000
CITY_POPULATION = 15_000
ALTERNATES_POPULATION = 100_000
LARGE_POPULATION = 300_000
MIN_FIRST_SHARE = 0.012
MIN_FAMILY_SHARE = 0.005
CLEAR_FIRST_SHARE = 0.01
CLEAR_FAMILY_SHARE = 0.02

Roots = tuple[tuple[str, ...], tuple[str, ...]]

ROOTS: dict[str, Roots] = {
    "occupation": (
        (
            "worker#1", "professional#1", "leader#1", "scientist#1", "entertainer#1", "creator#2", "athlete#1",
            "politician#2", "businessperson#1", "communicator#1", "scholar#1", "craftsman#1", "lawman#1",
            "head of state#1", "military officer#1", "peasant#1", "capitalist#2", "spiritual leader#1",
        ),
        ("nonworker#1", "slave#1", "bad person#1"),
    ),
    "kinship": (("relative#1", "spouse#1"), ()),
    "health": (
        ("ill health#1", "disorder#1", "disability#1", "mental disorder#1", "pathology#1", "pregnancy#1"),
        ("plant disease#1", "animal disease#1"),
    ),
    "crime": (("crime#1", "homicide#1", "larceny#1", "fraud#1", "assault#2", "sexual assault#1", "bribery#1"), ()),
    "politics": (("political orientation#1", "radical#3", "nationalist#1", "reformer#1", "rightist#1"), ()),
    "religion": (("religion#1", "religion#2"), ()),
    "education": (("academic degree#1", "school#1", "student#1", "university#3", "scholarship#1"), ()),
    "language": (("natural language#1",), ()),
    "vehicle": (("vehicle#1",), ("skateboard#1", "rocket#1", "military vehicle#1")),
    "weapon": (("weapon#1", "explosive device#1"), ()),
    "substance": (("drug of abuse#1", "medicine#2"), ()),
    "award": (("award#2", "prize#1"), ("academic degree#1",)),
    "trait": (("homosexual#1", "heterosexual#1", "orphan#1", "widow#1", "widower#1", "veteran#2", "refugee#1"), ()),
}  # fmt: skip
"""List -> the WordNet nouns (`lemma#sense`) it is taken from, and the parts of them that it leaves out."""

DEMONYMS: dict[str, Roots] = {
    "nationality": (
        ("inhabitant#1", "European#1", "Asian#1", "African#1", "American#1", "Slav#1"),
        ("ethnic group#1",),
    ),
    "ethnicity": (
        ("ethnic group#1", "person of color#1", "white#1", "Slav#1", "Indian#2", "Gypsy#1", "Semite#1"),
        (),
    ),
    "religion": (("religious person#1",), ()),
}

PERTAINING = {
    "nationality": ("country#1", "country#2", "city#1", "state#1", "island#1", "inhabitant#1", "continent#1"),
    "ethnicity": ("ethnic group#1", "person of color#1"),
    "religion": ("religion#1", "religion#2", "religious person#1"),
}
"""List -> the nouns whose capitalized adjectives belong to it."""

EXTRA: dict[str, tuple[str, ...]] = {
    "nationality": (
        "Russian", "Pole", "Swede", "Finn", "Turk", "Scot", "Spaniard", "Briton", "Dane", "German", "Italian", "Japanese",
        "Montenegrin", "Kosovar", "Kosovan", "Timorese", "Sudanese", "South Sudanese", "South African", "North Korean",
        "South Korean", "Northern Irish", "Macedonian", "Bosnian", "Serbian", "Croatian", "Slovene", "Slovenian",
        "Slovak", "Slovakian", "Czech", "Moldovan", "Belarusian", "Belarussian", "Ukrainian", "Georgian", "Armenian",
        "Azerbaijani", "Azeri", "Kazakh", "Kazakhstani", "Uzbek", "Tajik", "Turkmen", "Kyrgyz", "Eritrean", "Andorran",
        "Monegasque", "Sammarinese", "Liechtensteiner", "Luxembourger", "Emirati", "Qatari", "Bahraini", "Omani",
        "Kuwaiti", "Palauan", "Micronesian", "Marshallese", "Namibian", "Ivorian", "Burkinabe", "Congolese", "Rwandan",
        "Burundian", "Beninese", "Comorian", "Cape Verdean", "Santomean", "Bissau-Guinean", "Guinean", "Gambian",
        "Bhutanese", "Maldivian", "Bruneian", "Singaporean", "Vietnamese", "Lao", "Yugoslav", "Soviet", "Czechoslovak",
        "Greek Cypriot", "Turkish Cypriot", "Cypriot", "Polish", "Danish", "Turkish", "Swedish", "Finnish", "Spanish",
        "Scottish", "Welsh", "English", "Irish", "British", "Dutch", "French", "Swiss", "Flemish", "Brit", "Frisian",
        "Chechen", "Dagestani", "Ingush", "Ossetian", "Abkhaz", "Catalan", "Basque", "Bavarian", "Puerto Rican",
        "Costa Rican", "Sri Lankan", "New Zealander", "Saudi", "Saudi Arabian", "Papua New Guinean", "Fijian",
    ),
    "ethnicity": (
        "Kurd", "Kurdish", "Sami", "Sámi", "Roma", "Romani", "Sinti", "Sami", "Tatar", "Crimean Tatar", "Circassian", "Hispanic",
        "Latino", "Latina", "Latinx", "Chicano", "Chicana", "African American", "African-American", "Afro-Caribbean",
        "Asian American", "Native American", "Inuit", "Maori", "Aboriginal", "Pashtun", "Hazara", "Tamil", "Sinhalese",
        "Uyghur", "Uighur", "Rohingya", "Yazidi", "Yezidi", "Berber", "Tuareg", "Hutu", "Tutsi", "Zulu", "Xhosa", "Igbo",
        "Yoruba", "Hausa", "Oromo", "Tigrayan", "Somali", "Caucasian", "Traveller", "Jewish", "Jew", "Arab", "Arabic",
        "Slavic", "Anglo-Saxon", "Bedouin", "Ashkenazi", "Sephardi", "Sephardic", "mixed-race", "biracial",
        "Pontic Greek", "Muscogee", "Han Chinese", "Punjabi", "Bengali", "Gujarati", "Kashmiri", "Balochi", "Gypsy",
    ),
    "religion": (
        "Islam", "Christianity", "Judaism", "Hinduism", "Muslim", "Moslem", "Islamic", "Christian", "Catholic", "Roman Catholic", "Protestant", "Orthodox Christian",
        "Greek Orthodox", "Russian Orthodox", "Hindu", "Buddhist", "Sikh", "Jain", "Zoroastrian", "Shia", "Shiite",
        "Sunni", "Alevi", "Alawite", "Druze", "Ahmadi", "Baptist", "Methodist", "Lutheran", "Calvinist", "Presbyterian",
        "Anglican", "Evangelical", "Pentecostal", "Adventist", "Seventh-day Adventist", "Jehovah's Witness", "Mormon",
        "Quaker", "Amish", "Mennonite", "Scientologist", "Salafi", "Salafist", "atheist", "agnostic", "Rastafarian",
        "Wiccan", "Hare Krishna", "Baha'i", "Jehovah's Witnesses", "Unitarian", "Coptic",
    ),
    "occupation": (
        "public prosecutor", "police officer", "prime minister", "managing director", "editor-in-chief", "vice-president",
        "trainee lawyer", "trade unionist", "member of parliament", "civil servant", "taxi driver", "lorry driver",
        "truck driver", "bus driver", "shop assistant", "shopkeeper", "businessman", "businesswoman", "businesswomen",
        "entrepreneur", "software engineer", "software developer", "data scientist", "web developer", "programmer",
        "consultant", "prison guard", "prison governor", "security guard", "social worker", "care worker", "caretaker",
        "cleaner", "chairperson", "chairwoman", "spokesperson", "spokeswoman", "spokesman", "policewoman", "firefighter",
        "freelancer", "influencer", "youtuber", "blogger", "podcaster", "screenwriter", "playwright", "filmmaker",
        "songwriter", "singer-songwriter", "footballer", "cricketer", "basketball player", "football player",
        "baseball player", "tennis player", "ice hockey player", "rugby player", "chess player", "golfer", "racing driver",
        "sprinter", "gymnast", "figure skater", "video game designer", "television presenter", "news anchor", "newsreader",
        "radio host", "disc jockey", "rapper", "voice actor", "fashion designer", "fashion model", "supermodel",
        "nurse practitioner", "paramedic", "midwife", "physiotherapist", "dentist", "veterinarian", "psychotherapist",
        "general practitioner", "school principal", "headmaster", "headmistress", "primary school teacher", "dean",
        "secondary school teacher", "high school teacher", "university professor", "assistant professor", "lecturer",
        "associate professor", "teaching assistant", "research assistant", "postdoc", "postdoctoral researcher", "priest",
        "chief executive", "CEO", "chief executive officer", "chief financial officer", "board member", "vice president",
        "project manager", "product manager", "senior manager", "sales representative", "estate agent", "real estate agent",
        "district attorney", "attorney general", "head of department", "minister", "mayor", "senator", "congressman",
        "congresswoman", "councillor", "ambassador", "diplomat", "judge", "bailiff", "notary", "magistrate", "major general",
        "lieutenant general", "lieutenant colonel", "colonel", "sergeant", "corporal", "captain", "commander", "brigadier",
        "conscript", "reservist", "gendarme", "farmer", "fisherman", "miner", "welder", "plumber", "electrician", "carpenter",
        "bricklayer", "construction worker", "factory worker", "warehouse worker", "waiter", "waitress", "bartender",
        "chef", "hairdresser", "seamstress", "tailor", "housewife", "homemaker", "au pair", "nanny", "gardener", "secretary",
        "accountant", "auditor", "tax adviser", "tax inspector", "customs officer", "immigration officer", "army officer",
        "naval officer", "airline pilot", "flight attendant", "air hostess", "train driver", "postman", "mail carrier",
        "astronaut", "cosmonaut", "imam", "rabbi", "pastor", "vicar", "bishop", "nun", "monk", "journalist", "reporter",
        "photographer", "cameraman", "advocate", "barrister", "solicitor", "paralegal", "sex worker", "prostitute", "owner",
        "pensioner", "retiree", "unemployed", "self-employed", "apprentice", "intern", "volunteer",
    ),
    "kinship": (
        "brothers", "brothers-in-law", "half-brothers", "stepbrothers", "mother-in-law", "father-in-law", "brother-in-law", "sister-in-law", "son-in-law", "daughter-in-law", "stepson",
        "ex-wife", "ex-husband", "fiancé", "fiancée", "girlfriend", "boyfriend", "twin", "mum", "mom", "dad", "foster mother",
        "foster father", "foster child", "adoptive mother", "adoptive father", "stepdaughter", "half-brother", "half-sister",
        "grandson", "granddaughter", "grandchild", "grandparent", "godmother", "godfather", "partner", "cohabitant",
    ),
    "health": (
        "HIV", "HIV-positive", "AIDS", "PTSD", "ADHD", "ADD", "OCD", "COVID-19", "coronavirus", "long COVID", "autism",
        "autistic", "Asperger's syndrome", "bipolar disorder", "Parkinson's disease", "Alzheimer's disease", "dementia",
        "Crohn's disease", "Huntington's disease", "Hodgkin's lymphoma", "Down syndrome", "Down's syndrome", "cerebral palsy",
        "diabetic", "asthmatic", "epileptic", "paraplegic", "quadriplegic", "tetraplegic", "disabled", "wheelchair user",
        "blind", "visually impaired", "deaf", "hard of hearing", "mentally ill", "HIV infection", "hepatitis C",
        "hepatitis B", "post-traumatic stress disorder", "personality disorder", "paranoid schizophrenia", "depression",
        "anxiety", "panic attack", "suicide attempt", "heart attack", "stroke", "leukaemia", "anaemia", "tumour",
        "kidney failure", "renal failure", "heart disease", "breast cancer", "lung cancer", "prostate cancer", "cancer",
        "chemotherapy", "radiotherapy", "dialysis", "miscarriage", "abortion", "surgery", "amputation", "concussion",
        "fracture", "haematoma", "hematoma", "bruise", "broken leg", "broken arm", "alcoholic", "alcoholism",
        "drug addict", "drug addiction", "insomnia", "anorexia", "bulimia", "eating disorder", "dyslexia", "dyslexic",
    ),
    "crime": (
        "murder", "attempted murder", "manslaughter", "rape", "robbery", "armed robbery", "bank robbery", "burglary",
        "theft", "aggravated theft", "fraud", "tax fraud", "tax evasion", "embezzlement", "extortion", "blackmail",
        "kidnapping", "abduction", "arson", "assault", "sexual assault", "indecent assault", "child abuse", "sexual abuse",
        "domestic violence", "drug trafficking", "human trafficking", "smuggling", "money laundering", "forgery", "perjury",
        "bribery", "corruption", "terrorism", "espionage", "treason", "genocide", "war crime", "hate crime", "vandalism",
        "hooliganism", "incest", "bigamy", "drunk driving", "drink-driving", "grievous bodily harm", "actual bodily harm",
        "insider trading", "identity theft", "stalking", "harassment", "libel",
        "defamation", "drug dealing", "drug possession",
        "aggravated assault", "unlawful possession", "disorderly conduct", "desertion", "draft evasion",
    ),
    "politics": (
        "communist", "socialist", "Marxist", "Marxist-Leninist", "Leninist", "Maoist", "Trotskyist", "anarchist", "fascist",
        "neo-Nazi", "Nazi", "left-wing", "right-wing", "far-right", "far-left", "left-winger", "right-winger", "leftist",
        "conservative", "libertarian", "Republican", "Democrat", "Tory", "social democrat", "Social Democrat", "nationalist",
        "separatist", "feminist", "monarchist", "royalist", "Zionist", "Islamist", "environmentalist", "pacifist",
        "conscientious objector", "political activist", "human rights activist", "political prisoner", "dissident",
        "white supremacist", "populist", "pro-Kurdish", "pro-Russian", "trade union member",
    ),
    "education": (
        "PhD", "doctorate", "bachelor's degree", "master's degree", "bachelor of arts", "bachelor of science", "MBA",
        "master of arts", "master of science", "law degree", "medical degree", "engineering degree", "university degree",
        "university graduate", "graduate student", "undergraduate", "postgraduate", "alumnus", "alumna", "alumni",
        "high school", "secondary school", "primary school", "elementary school", "middle school", "grammar school",
        "boarding school", "vocational school", "law school", "medical school", "business school", "art school",
        "nursery school", "kindergarten", "military academy", "police academy", "high school diploma", "valedictorian",
        "dropout", "schoolboy", "schoolgirl", "pupil", "student", "law student", "medical student", "honorary degree",
        "doctor of medicine", "doctor of philosophy", "juris doctor", "Fulbright", "Rhodes scholar",
    ),
    "vehicle": (
        "BMW", "Mercedes", "Mercedes-Benz", "Toyota", "Volkswagen", "Audi", "Opel", "Renault", "Peugeot", "Citroen", "Fiat",
        "Skoda", "Volvo", "Saab", "Nissan", "Honda", "Mazda", "Subaru", "Hyundai", "Kia", "Lada", "Chevrolet", "Porsche",
        "Ferrari", "Lamborghini", "Tesla Model", "Land Rover", "Range Rover", "Mitsubishi", "Suzuki", "Harley-Davidson",
        "Vauxhall", "Cadillac", "Lexus", "Jeep", "Dacia", "minibus", "lorry", "van", "motorbike", "scooter", "tractor",
    ),
    "weapon": ("Kalashnikov", "AK-47", "Glock", "Beretta", "Molotov cocktail", "handgun", "hand grenade", "machete"),
    "substance": ("heroin", "cocaine", "cannabis", "marijuana", "amphetamine", "methamphetamine", "ecstasy", "methadone"),
    "award": (
        "Academy Award", "Golden Globe", "Golden Globe Award", "Grammy Award", "Emmy Award", "Tony Award", "BAFTA",
        "Nobel Prize", "Nobel Peace Prize", "Pulitzer Prize", "Booker Prize", "Purple Heart", "Medal of Honor",
        "Legion of Honour", "Order of the British Empire", "Victoria Cross", "Fields Medal", "Turing Award", "Grammy",
        "Olympic gold medal", "gold medal", "silver medal", "bronze medal", "Guggenheim Fellowship",
    ),
    "trait": (
        "homosexual", "gay", "lesbian", "bisexual", "transgender", "transsexual", "transvestite", "heterosexual", "queer",
        "non-binary", "asylum seeker", "asylum-seeker", "refugee", "stateless", "migrant", "immigrant", "illegal immigrant",
        "orphan", "widow", "widower", "divorced", "divorcee", "unmarried", "single mother", "single father", "left-handed",
        "red-haired", "blond", "blonde", "brunette", "redhead", "bald", "tattoo", "blue eyes", "brown eyes", "green eyes",
        "homeless", "veteran", "war veteran", "ex-convict", "vegan", "vegetarian",
    ),
    "language": ("Serbo-Croatian", "Mandarin", "Cantonese", "Farsi", "sign language", "mother tongue"),
}  # fmt: skip

BLOCKED = frozenset(
    (
        "man men woman women person people boy girl child baby adult human individual case party court applicant head "
        "lead member members president chair counsel witness party defendant plaintiff prosecution defence representative "
        "agent government authority authorities other others self user client customer guest host friend colleague "
        "staff personnel crew team group hand assistant aide help subject principal model master expert specialist "
        "professional worker employee official officer leader chief boss superior subordinate creator maker producer "
        "speaker signatory informant source carrier dealer owner's provider seller buyer reader follower player star "
        "ring wound hurt harm trauma condition complaint affliction disorder illness sickness disease injury pain "
        "death shock infection symptom syndrome fit attack relapse spot white black green crisis stress distress rupture "
        "crime offense offence felony misdemeanor misdemeanour violation infringement breach attempt possession "
        "vehicle arm arms weapon weapons weaponry instrument craft ship boat medicine medication drug drugs remedy pill "
        "award prize honor honour honors honours medal cross title distinction grant appointment crown ribbon order "
        "religion faith church cult sect religious order temple orientation ideology system creed belief "
        "school schools university universities college academy institute faculty reader degree diploma class "
        "language dialect tongue idiom speech slang relation relative relatives kin family folk kinsman sib "
        "issue heir successor ancestor descendant forefather line next of kin lover beloved love "
        "center centre guard back forward end runner regular second mate first ruler power lord Lord God Creator "
        "monitor counter register assessor examiner clerk registrar referee third party third parties Master Sir "
        "page porter orderly private general major secondary primary minor left right independent progressive "
        "track train trailer wagon car carriage sled plow rig bus wheel wheels shell pike bow bill foil bat mace "
        "hammer club blade knife charge bullet shot discharge point ball "
        "speed ice grass pot joint acid crack snow coke rush hash dose tablet solution capsule balm cure draft "
        "dean delegate deputy judge judges justice magistrate registrar secretary general attorney General lawyer "
        "prosecutor minister counselor counsellor advocate-general tribunal bench bar "
        "Ministers Minister Old New North South East West Northern Southern Eastern Western Hill Best Lake Fellow "
        "natives native citizen citizens national nationals resident inhabitant neighbor neighbour villager alien "
        "Party reverend Reverend brother brothers sister sisters father fathers "
        "pop pops pas mas babe buff mater pater quin petty hustle perpetration yoga cultus culti "
        "Federal Union Confederate pro king comic candidate pioneer premier knight make sub twenty two forty five friend "
        "apostle apostles obi boxer era breakers hunters basso duke count stiletto citation trophy skipper tech senses stout "
        "Mickey Mick Micks Frank Franks Norman Normans Angle Angles Goth Goths Brother Sister Friend Brethren Black Panther Yankees "
        "Federal Union Confederate Yankee land lands ill automatic preventive senior juniors junior in law graze unfitness physics "
        "Colonial Volunteer Martial alcohol cocktail Western Easterner Earthling European Europeans democracy republic "
        "critical severe mass wave stone stones break breaks cut cuts depression "
        "the and this that these those will may can must might shall should would could"
    ).split()
) - frozenset(
    "judge judges lawyer prosecutor minister magistrate secretary brother brothers sister sisters father fathers "
    "dean car bus knife general depression".split()
)  # fmt: skip
"""Words that a list would bring in and that say too little, or mean something else most of the time."""

BLOCKED_PHRASES = frozenset(
    phrase.strip()
    for phrase in (
        "old man, old lady, rip off, break in, shoot down, political orientation, political theory, in law, "
        "twenty two, forty five, married man, married woman, motor vehicle, mother tongue, old master, "
        "next of kin, third party, kin group, religious order, public school, religious belief, old boy, "
        "abandoned ship, health problem, physical condition, legal action, police car, head of household"
    ).split(",")
)

FEATURES = ("river#1", "mountain#1", "island#1", "lake#1", "sea#1", "mountain range#1", "desert#1", "peninsula#1",
            "geographical area#1", "continent#1", "bay#1", "strait#1")  # fmt: skip

CITIES = ("city#1", "national capital#1", "town#1")

COUNTRIES = (
    "Russian Federation", "USA", "United States of America", "United Kingdom", "Great Britain", "England", "Scotland",
    "Wales", "Northern Ireland", "Czech Republic", "Yugoslavia", "USSR", "Soviet Union", "Ivory Coast", "Burma", "Turkey",
    "Macedonia", "Former Yugoslav Republic of Macedonia", "Republic of Moldova", "Holland", "the Netherlands", "Kosovo",
    "Federal Republic of Germany", "German Democratic Republic", "Republic of Poland", "Republic of Turkey", "UAE",
    "Democratic Republic of the Congo", "Palestine", "Chechnya", "Tibet", "Kurdistan", "Crimea", "Catalonia", "Bavaria",
    "Silesia", "Siberia", "Anatolia", "Transnistria", "Abkhazia", "South Ossetia", "Dagestan", "Ingushetia", "Tatarstan",
    "Republic of Cyprus", "Slovak Republic", "Bosnia", "Herzegovina", "US", "UK", "NZ", "NYC", "Korea", "Bosnia and Herzegovina", "Serbia", "Montenegro",
)  # fmt: skip

SUBDIVISIONS = ("states", "provinces", "regions", "departments", "cantons", "distritos")

CALENDAR = (
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun"
).split()

NAMES_KEPT = "april may june august jan will mark art bill".split()
"""First names that are kept although they are months or function words; only strong context brings them out."""

NOT_NAMES = (
    "president general major royal german irish french english polish dutch scottish british fifa sad geneva martial prior "
    "dean federal republic union article chapter section junior senior senator minister judge doctor captain king queen "
    "iban mac doc bot villa franc yen safari manual unique marine karma taurus mister master mstr goodnight xps "
    "prince princess duke lord lady saint mary's brothers sisters sons university college street road".split()
)
"""Words that the sources count as names but that texts use for something else."""

FUNCTION_WORDS = (
    "a an as at be by do go he if in is it me my no of on or so to up us we am "
    "neither either according whether however therefore moreover furthermore meanwhile otherwise instead thus hence "
    "nevertheless nonetheless perhaps indeed accordingly subsequently later earlier finally eventually "
    "the and for but nor not yet all any are was were has had have his her hers him its our out she you your they them "
    "their this that these those who whom whose what which when where why how will would shall should can could may might "
    "must did does done been being than then there here with from into onto upon over under after before about above below "
    "between through during without within against among along across behind beyond since until while because although "
    "though if unless also both each few many more most much other some such only own same very just even still again once "
    "per via one two three four five six seven eight nine ten first second third last next new old now day see say said "
    "made make take took came come went goes get got let put set yes too off down "
    "mr mrs ms dr sir madam miss art article section chapter law act court state city north south east west northern "
    "southern eastern western central upper lower great san santa saint von van der den del des las los dos das"
).split()

ORDINARY = (
    "christian legal kingdom european union international royal national federal supreme regional district public human "
    "rights military security police criminal civil code internet online website email facebook google twitter christmas "
    "easter "
    "okay hello hey thanks please dear regards sincerely hi bye chief judge justice president minister applicant "
    "government convention chamber registrar registry paragraph annex appendix table figure volume page part rule rules "
    "case cases facts procedure merits costs expenses damage relevant domestic alleged complaint admissibility "
    "wanna gonna gotta goodnight goin makin ima soo tho til bros totes rehab aye yay hola viva copa goodbye amen "
    "football baseball basketball hockey soccer cricket"
).split()
"""Words that WordNet does not count often enough in lower case but that texts begin with a capital all the time."""

NOT_PLACES = (
    "university", "mobile", "most", "bar", "central", "union", "police", "commission", "court", "nation", "world", "man",
    "eurozone", "united nations", "european union", "latin america and the caribbean", "outlying oceania", "christmas",
    "unknown region", "church", "convention", "republic", "government", "parliament", "council", "ministry", "army",
    "centre", "center", "station", "market", "plaza", "capital", "marina", "colonia", "villa", "institute", "academy",
    "service", "services", "data", "date", "media", "male", "best", "split personality", "same", "along", "song",
    "federal", "village", "community", "green", "young", "born", "back", "time", "home", "mission", "independence",
)  # fmt: skip

SHORT_PLACES = ("goa", "rio", "bor", "pau", "ulm", "aix", "van", "usa", "uae", "uk", "us", "nyc", "nz")

NOT_LANGUAGES = ("Slave", "Delaware", "Alabama", "Gothic", "Manual", "Even", "Hopi", "Dakota", "Bini", "Embu", "Mari")  # fmt: skip

LATIN = str.maketrans(
    {
        **dict(zip("абвгдезийклмнопрстуфхцыэіїєґўјљњћђџѓќ", [
            "a", "b", "v", "g", "d", "e", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh", "ts",
            "y", "e", "i", "yi", "ye", "g", "u", "j", "lj", "nj", "c", "d", "dz", "gj", "kj"], strict=True)),
        **{"ж": "zh", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya", "ё": "e"},
        **dict(zip("αβγδεζηικλμνξοπρσςτυφωάέήίόύώϊ", [
            "a", "v", "g", "d", "e", "z", "i", "i", "k", "l", "m", "n", "x", "o", "p", "r", "s", "s", "t", "y", "f", "o",
            "a", "e", "i", "i", "o", "y", "o", "i"], strict=True)),
        **{"θ": "th", "χ": "ch", "ψ": "ps"},
    }
)  # fmt: skip
"""Cyrillic and Greek letters as names are usually written in English; upper case is lowered before."""
