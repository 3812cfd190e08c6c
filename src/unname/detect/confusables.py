"""Letters of other scripts that are drawn like a Latin one."""

_PAIRS = {
    "Cyrillic": (
        "аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh кk мm тt вb нh гr ӏl пn иu ѵv үy ьb ԍg зz "
        "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ԚQ ԜW ҺH ҮY ѴV ӀI ԌG ЗZ"
    ),
    "Greek": ("αa βb γy εe ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ͿJ"),
    "Armenian": "օo սu ոn հh ցg զq յj ՕO ՍU ԼL ՏS",
}

LATIN: dict[str, str] = {pair[0]: pair[1] for pairs in _PAIRS.values() for pair in pairs.split()}
"""From a letter that only looks Latin to the Latin letter."""

RUSSIAN: dict[str, str] = {
    pair[0]: pair[1] for pair in "aа eе oо pр cс yу xх kк mм uи nп ëё AА BВ EЕ KК MМ HН OО PР CС TТ YУ XХ ËЁ".split()
}
"""From a Latin letter that looks like one of the Russian alphabet to that letter."""
